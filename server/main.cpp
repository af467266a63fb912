// parleyd: reads the command line and calls what it asks for.
#include "common/keys/harden.h"
#include "server/admin.h"
#include "server/server.h"

#include <CLI/CLI.hpp>

#include <string>

namespace {

/// The folder of the store, asked for by every command.
void add_data(CLI::App& command, std::string& data) {
  command.add_option("--data", data, "the folder of the store")->required()->type_name("DIR");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace parley;
  harden_process();

  CLI::App app("parleyd: keeps the public deals of board-game tables");
  app.require_subcommand(1);
  app.set_version_flag("--version", PARLEY_VERSION);
  std::string data, table, role, address;
  int code = 0;

  auto* serve_command = app.add_subcommand("serve", "serve the tables of a store until SIGTERM");
  ServeOptions serve_options;
  add_data(*serve_command, data);
  serve_command->add_option("--listen", serve_options.listen, "unix:PATH or tcp:127.0.0.1:PORT; may be given again")->type_name("ADDR");
  serve_command->add_option("--rate", serve_options.room.actions_per_second, "actions a second and seat, 0 for no limit")->capture_default_str();
  serve_command->callback([&] {
    serve_options.data = data;
    code = serve(serve_options);
  });

  auto* table_command = app.add_subcommand("table", "make and show tables");
  table_command->require_subcommand(1);
  auto* new_command = table_command->add_subcommand("new", "make a table; prints one invite per role");
  NewTableOptions new_options;
  add_data(*new_command, data);
  new_command->add_option("NAME", new_options.name, "a-z 0-9 _ -")->required();
  new_command->add_option("--game", new_options.rules.game, "dune, ti4 or open (any other game: the ledger alone)")->required();
  new_command->add_option("--seats", new_options.seats, "seat keys in table order, such as ATR,HAR,EMP")->required()->delimiter(',');
  new_command->add_option("--mode", new_options.rules.mode, "of Dune: basic or advanced")->capture_default_str();
  new_command->add_option("--option", new_options.rules.options, "of Dune: bureaucrat_min=N, probe_wait=SECONDS")->type_name("K=V");
  new_command->add_option("--address", new_options.address, "what invites tell the client to connect to")->type_name("ADDR");
  new_command->callback([&] { code = table_new(data, new_options); });
  auto* list_command = table_command->add_subcommand("list", "the tables of a store");
  add_data(*list_command, data);
  list_command->callback([&] { code = table_list(data); });
  auto* show_command = table_command->add_subcommand("show", "a table, its keys and invites");
  add_data(*show_command, data);
  show_command->add_option("NAME", table)->required();
  show_command->callback([&] { code = table_show(data, table); });

  const auto on_table = [&](const char* name, const char* what) {
    auto* command = app.add_subcommand(name, what);
    add_data(*command, data);
    command->add_option("NAME", table, "the table")->required();
    return command;
  };
  auto* invite_command = on_table("invite", "a new invite for a role; it ends the old key when it is redeemed");
  invite_command->add_option("ROLE", role, "a seat's key, HOST or VIEWER")->required();
  invite_command->add_option("--address", address, "what the invite tells the client to connect to")->type_name("ADDR");
  invite_command->callback([&] { code = invite(data, table, role, address); });
  auto* revoke_command = on_table("revoke", "end the key and the open invites of a role");
  revoke_command->add_option("ROLE", role, "a seat's key, HOST or VIEWER/N")->required();
  revoke_command->callback([&] { code = revoke(data, table, role); });
  bool json = false;
  auto* export_command = on_table("export", "the signed ledger, for 'parley verify'");
  export_command->add_flag("--json", json, "one JSON object a line");
  export_command->callback([&] { code = export_ledger(data, table, json); });
  DumpOptions dump_options;
  auto* dump_command = on_table("dump", "the commits as lines of text, or the table as it was");
  dump_command->add_option("--from", dump_options.from, "the first version")->type_name("V");
  dump_command->add_option("--at", dump_options.at, "the table and its deals as they were at this version, not the commits")->type_name("V");
  dump_command->add_flag("--json", dump_options.json, "one JSON object a line");
  dump_command->callback([&] { code = dump(data, table, dump_options); });
  auto* verify_command = app.add_subcommand("verify", "check every commit and every consent in the store");
  add_data(*verify_command, data);
  verify_command->add_option("NAME", table, "one table; all of them if left out");
  verify_command->callback([&] { code = verify_store(data, table.empty() ? std::nullopt : std::optional(table)); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::fprintf(stderr, "parleyd: %s; see 'parleyd --help'\n", error.what());
    return 2;
  }
  return code;
}
