// parley: reads the command line and calls what it asks for.
#include "client/join.h"
#include "client/pipe.h"
#include "client/plain.h"
#include "client/play.h"
#include "client/private_file.h"
#include "client/start_up.h"
#include "client/tools.h"
#include "client/translate.h"
#include "client/wait.h"
#include "common/keys/harden.h"
#include "common/keys/verify.h"
#include "common/wire/names.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <langinfo.h>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using parley::start_up_error;
using parley::tr;

/// The words that are CLI11's own.
void name_parts(CLI::App& app) {
  app.option_defaults()->group(tr("Options"));
  app.set_help_flag("-h,--help", tr("Print this help message and exit"));
  const auto& words = app.get_formatter();
  words->label("Usage", tr("Usage"));
  words->label("OPTIONS", tr("OPTIONS"));
  words->label("Positionals", tr("Positionals"));
  words->label("SUBCOMMAND", tr("SUBCOMMAND"));
  words->label("REQUIRED", tr("REQUIRED"));
}

int verify_command(const std::string& file) {
  std::ifstream opened;
  if (file != "-") opened.open(file);
  std::istream& in = file == "-" ? std::cin : opened;
  in.peek();  // a folder can be opened, and only then not be read
  if (in.bad() || (file != "-" && !opened.is_open())) {
    return start_up_error(tr("cannot read '{}'; check the file's name", file));
  }
  const auto verified = parley::verify_file(in);
  if (!verified) {
    std::fprintf(stderr, "parley: %s\n", verified.error().c_str());
    return 1;
  }
  std::printf("%s\n", tr("table {}, version {}: every commit follows the one before, and {} consents are signed\nchain {}", verified->table, verified->head.value,
                         verified->consents, parley::to_hex(parley::view(verified->chain))).c_str());
  return 0;
}

std::string settings_path() {
  const auto folder = parley::base_folder("XDG_CONFIG_HOME", ".config");
  return folder ? (*folder / "parley" / "config").string() : "";
}

/// The settings file, and what the environment says against it; a sentence where the file is wrong.
parley::Result<parley::Settings, std::string> read_settings() {
  std::ostringstream text;
  if (std::ifstream file(settings_path()); file) text << file.rdbuf();
  auto settings = parley::parse_settings(text.str());
  if (!settings) return settings_path() + ": " + settings.error();
  if (const char* no = std::getenv("NO_COLOR"); no && *no) settings->colour = false;
  return settings;
}

bool utf8_locale() { return std::string_view(nl_langinfo(CODESET)) == "UTF-8"; }

/// The player's locale, or where it cannot show every letter one that can. False where there is none: ASCII.
bool set_locale() {
  std::setlocale(LC_ALL, "");
  std::setlocale(LC_NUMERIC, "C");
  return utf8_locale() || std::setlocale(LC_CTYPE, "C.UTF-8");
}

/// What --lang says, wherever it stands: even the help is in that language, and what is wrong with the command line.
std::string_view language_option(const std::vector<std::string_view>& arguments) {
  constexpr std::string_view option = "--lang";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) return arguments[i + 1];
    if (arguments[i].starts_with(option) && arguments[i].substr(option.size()).starts_with('=')) return arguments[i].substr(option.size() + 1);
  }
  return {};
}

std::string_view language_of_environment() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* locale = std::getenv(variable); locale && *locale) return parley::language_of_locale(locale);
  return parley::language_of_locale("");
}

/// A time on the command line, in one sentence where it is none.
CLI::Validator seconds_up_to(double most) {
  return CLI::Validator(
      [most](std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end != text.c_str() && *end == '\0' && value > 0 && value <= most) return std::string();
        return tr("'{}' is no number of seconds above 0, such as 10", text);
      },
      "");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace parley;
  harden_process();
  const bool letters = set_locale();
  const std::string_view asked = language_option({argv + std::min(argc, 1), argv + argc});
  if (!asked.empty() && !is_language(asked)) return start_up_error(tr("there is no language '{}'; choose {}", asked, languages()));
  const auto speak_as_wished = [&](std::string_view language) { return !letters || speak(language, catalogues()); };
  const bool for_scripts = argc > 1 && std::string_view(argv[1]) == "pipe";
  if (!speak_as_wished(!asked.empty() ? asked : for_scripts ? "en" : language_of_environment()) && !asked.empty())
    return start_up_error(tr("the catalogue of '{}' is not in {}; build parley again", asked, catalogues()));
  auto settings = read_settings();
  if (settings && asked.empty() && !for_scripts && !settings->language.empty()) speak_as_wished(settings->language);

  CLI::App app(tr("parley: the public deals of a board-game table"));
  name_parts(app);
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", PARLEY_VERSION, tr("Display program version information and exit"));
  int code = 0;

  bool plain_mode = false;
  PlayOptions play_options;
  bool show_settings = false;
  std::string language;
  const auto add_language = [&](CLI::App& to) { to.add_option("--lang", language, tr("the language: {}", languages()))->type_name("NAME"); };
  add_language(app);
  const auto command = [&](const char* name, const char* about) {
    CLI::App* made = app.add_subcommand(name, about);
    made->group(tr("Subcommands"));
    add_language(*made);
    return made;
  };
  const auto add_play = [&](CLI::App& to) {
    to.add_flag("--plain", plain_mode, tr("line mode"));
    to.add_option("TABLE", play_options.table, tr("may be left out with one table"));
    to.add_option("--as", play_options.as, tr("roles, such as ATR,HOST; all that I hold if left out"))->delimiter(',')->type_name("ROLE");
  };
  add_play(app);
  app.add_flag("--config", show_settings, tr("print every setting and where the file with them is"));
  auto* play_command = command("play", tr("sit down at a table"));
  add_play(*play_command);

  auto* join_command = command("join", tr("redeem an invite and keep the key"));
  JoinOptions join_options;
  join_command->add_option("--invite-file", join_options.invite_file, tr("a file with the invite, or - for standard input"))->type_name("FILE");
  join_command->add_option("--name", join_options.name, tr("the name that the table sees"));
  std::vector<std::string> pasted;
  join_command->add_option("INVITE", pasted)->group("");  // taken in only to be refused, and never shown: it is a secret
  join_command->callback([&] {
    code = pasted.empty() ? join(join_options) : start_up_error(tr("an invite is not given on the command line: paste it when asked, or use --invite-file"));
  });

  command("tables", tr("the tables and roles that I hold"))->callback([&] { code = list_tables(); });

  auto* pipe_command = command("pipe", tr("JSON lines in and out, for scripts"));
  PipeOptions pipe_options;
  double timeout_s = 0;
  pipe_command->add_option("TABLE", pipe_options.table, tr("may be left out with one table"));
  pipe_command->add_option("--as", pipe_options.as, tr("roles, such as ATR,HOST; all that I hold if left out"))->delimiter(',')->type_name("ROLE");
  pipe_command->add_option("--timeout", timeout_s, tr("seconds to wait for an answer"))->type_name("S")->check(seconds_up_to(1e6));
  unsigned keepalive = 60;
  pipe_command->add_option("--keepalive", keepalive, tr("seconds of silence before a ping"))->type_name("S")->check(CLI::Range(1u, 190u));
  pipe_command->callback([&] {
    if (timeout_s > 0) pipe_options.timeout = std::chrono::milliseconds(static_cast<long>(timeout_s * 1000));
    pipe_options.ping_after = std::chrono::seconds(keepalive);
    std::setlocale(LC_ALL, "C");
    speak("en", catalogues());  // as scripts read it
    code = pipe(pipe_options);
  });

  auto* wait_command = command("wait", tr("return as soon as my seat is needed"));
  std::string table, role;
  wait_command->add_option("TABLE", table, tr("may be left out with one table"));
  wait_command->add_option("--as", role, tr("a seat"))->required()->type_name("ROLE");
  wait_command->callback([&] { code = wait_for_need(table, role); });

  auto* verify = command("verify", tr("check an exported ledger: every commit and every consent"));
  std::string file;
  verify->add_option("FILE", file, tr("from 'parleyd export', or - for standard input"))->required();
  verify->callback([&] { code = verify_command(file); });

  add_tools(app, code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return start_up_error(tr("{}; see 'parley --help'", error.what()));
  }
  if (app.get_subcommands().empty() || play_command->parsed()) {
    if (!settings) return start_up_error(settings.error());
    if (!letters) settings->ascii = true;
    play_options.settings = *settings;
    if (show_settings) std::printf("# %s\n%s", settings_path().c_str(), describe(*settings).c_str());
    else if (plain_mode) code = plain({.table = play_options.table, .as = play_options.as});
    else code = play(play_options);
  }
  const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (!written) {
    std::fprintf(stderr, "parley: %s\n", tr("the output could not be written; is the disk full?"));
    if (code == 0) code = 1;
  }
  std::_Exit(code);  // the thread that reads standard input may still be reading
}
