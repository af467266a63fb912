#include "client/tools.h"

#include "client/decode.h"
#include "client/tap.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace parley {
namespace {

/// What both tools print, and of what.
void add_printing(CLI::App& command, TranscriptOptions& options) {
  command.add_flag("--json", options.json, "one JSON object a line");
  command.add_flag("--hex", options.hex, "the bytes of every field too");
  command.add_option("--type", options.types, "only these messages or verbs, such as act,refused,accept")->delimiter(',')->type_name("T")
      ->check(CLI::Validator([](std::string& text) { return is_type_or_verb(text) ? std::string() : "'" + text + "' is no message and no verb; PROTOCOL.md lists them"; }, ""));
  command.add_option("--role", options.role, "only connections that speak for this role, such as ATR or HOST")->type_name("R")->transform([](std::string role) {
        for (char& c : role) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return role;
      });
  command.add_option("--deal", options.deal, "only what speaks of this deal")->type_name("N");
  command.add_flag_callback("--unsafe-secrets", [&options] { options.secrets = Secrets::shown; }, "show the codes of invites; whoever reads one can take that role");
}

void add_faults(CLI::App& command, TapOptions& options) {
  const auto milliseconds = [&](const char* name, std::chrono::microseconds& to, const char* what) {
    command.add_option_function<double>(name, [&to](const double& ms) { to = std::chrono::microseconds(static_cast<std::int64_t>(ms * 1000)); }, what)
        ->type_name("MS")->check(CLI::Range(0.0, 3'600'000.0))->group("A faulty link");
  };
  FaultOptions& faults = options.faults;
  milliseconds("--delay", faults.delay, "everything is passed on so much later");
  milliseconds("--jitter", faults.jitter, "and up to so much more, in order");
  command.add_option("--rate", faults.rate, "bytes a second, each way")->type_name("BYTES/S")->check(CLI::Range(1, 1'000'000'000))->group("A faulty link");
  command.add_option("--cut-after", faults.cut_after, "cut a connection when one side has said so many bytes")->type_name("N")->group("A faulty link");
  command.add_flag("--stall", faults.stall, "in place of the cut, and without --cut-after from the start: nothing passes any more")->group("A faulty link");
  command.add_option("--split", faults.split, "pass on so many bytes at a time")->type_name("N")->check(CLI::Range(1, 65536))->group("A faulty link");
  command.add_flag("--duplicate", faults.duplicate, "say about every fourth frame twice")->group("A faulty link");
  command.add_option("--seed", faults.seed, "decides jitter and duplicates")->type_name("S")->capture_default_str()->group("A faulty link");
}

}  // namespace

void add_tools(CLI::App& app, int& code) {
  const auto options = std::make_shared<TapOptions>();
  auto* command = app.add_subcommand("tap", "stand between clients and a server, and print every frame");
  command->add_option("--listen", options->listen, "where clients connect to: unix:PATH or tcp:127.0.0.1:PORT")->required()->type_name("ADDR");
  command->add_option("--to", options->to, "where the server is; a door of the same kind, since logins are signed for it")->required()->type_name("ADDR");
  add_printing(*command, options->transcript);
  command->add_option("--record", options->record, "a file for 'parley decode'")->type_name("FILE");
  command->add_flag("--strict", options->strict, "cut a connection at the first frame that cannot be read");
  add_faults(*command, *options);
  command->callback([options, &code] { code = tap(*options); });

  const auto decoded = std::make_shared<DecodeOptions>();
  auto* decode_command = app.add_subcommand("decode", "print what a recording, a capture, frames or commits say");
  decode_command->add_option("FILE", decoded->file, "or - for standard input")->required();
  decode_command->add_option("--as", decoded->as, "session, frames, hex, pcap or commits; told by the content if left out")->type_name("KIND");
  add_printing(*decode_command, decoded->transcript);
  decode_command->callback([decoded, &code] { code = decode(*decoded); });
}

}  // namespace parley
