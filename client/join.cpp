#include "client/join.h"

#include "client/endpoint.h"
#include "client/keyring.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/text.h"
#include "common/keys/statement.h"

#include <asio/buffer.hpp>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <asio/write.hpp>

#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>

namespace parley {
namespace {

constexpr int answer_within_s = 10;

int fail(int code, const std::string& sentence) {
  std::fprintf(stderr, "parley: %s\n", sentence.c_str());
  return code;
}

/// From a terminal without echo: an invite is a secret.
std::string read_quietly() {
  std::fputs(tr("Paste the invite (it is not shown): "), stderr);
  termios shown{};
  tcgetattr(STDIN_FILENO, &shown);
  termios hidden = shown;
  hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
  std::string line;
  std::getline(std::cin, line);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
  std::fputc('\n', stderr);
  return line;
}

/// The first line that is not blank.
bool read_line(std::istream& in, std::string& line) {
  while (std::getline(in, line))
    if (line.find_first_not_of(" \t\r") != std::string::npos) return true;
  return false;
}

Result<Invite, std::string> read_invite(const std::string& file) {
  std::string text;
  if (file.empty() || file == "-") {
    if (isatty(STDIN_FILENO)) text = read_quietly();
    else read_line(std::cin, text);
  } else {
    std::ifstream in(file);
    if (!read_line(in, text)) return tr("cannot read an invite from '{}'; check the file's name", file);
  }
  // A line as the host was given it, "ATR<TAB>parley1-...", will do as well.
  if (const std::size_t tab = text.rfind('\t'); tab != std::string::npos) text.erase(0, tab + 1);
  auto invite = parse_invite(text);
  if (invite) return std::move(*invite);
  switch (invite.error()) {
    case InviteFault::not_an_invite: return std::string(tr("that is no invite; it starts with parley1-"));
    case InviteFault::cut_short: return std::string(tr("the invite is cut short; copy the whole line"));
    case InviteFault::damaged: return std::string(tr("a letter of the invite is wrong; copy it again"));
    case InviteFault::newer_version: return std::string(tr("the invite is of a newer parley; install that version"));
  }
  return std::string(tr("that is no invite"));
}

/// A blocking exchange with a server, given up after 10 s of silence.
class Exchange {
 public:
  std::optional<std::string> connect(const std::string& where) {
    const auto address = parse_address(where);
    if (!address) return address.error();
    channel_ = address->channel();
    if (address->kind == Address::Kind::tls)
      return std::string(tr("this client cannot speak TLS yet; ask the host for an invite of another door"));
    const auto endpoint = endpoint_of(*address);
    asio::error_code error;
    if (endpoint) socket_.connect(*endpoint, error);
    else error = asio::error::invalid_argument;
    if (error == asio::error::access_denied)
      return tr("cannot reach the server at {} ({}): that socket is closed to other users; ask the "
                "host for an invite with an address that you can reach, such as tcp:127.0.0.1:7373 through ssh -L", where, failure_words(error.message()));
    if (error) return tr("cannot reach the server at {} ({}); is it running?", where, failure_words(error.message()));
    const timeval limit{answer_within_s, 0};
    setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return std::nullopt;
  }

  std::optional<std::string> say(const ClientMessage& message) {
    asio::error_code error;
    asio::write(socket_, asio::buffer(encode(message)), error);
    if (error) return tr("the connection broke ({}); try again", failure_words(error.message()));
    return std::nullopt;
  }

  Result<ServerMessage, std::string> hear() {
    for (;;) {
      const auto parsed = parse_frame(in_, limits::frame_from_server);
      if (const Frame* frame = std::get_if<Frame>(&parsed)) {
        auto message = decode_server(*frame);
        in_.erase(0, frame->size);
        if (message) return std::move(*message);
        return std::string(tr("the server speaks a language that this client does not know; install a newer parley"));
      }
      if (std::holds_alternative<FrameFault>(parsed)) return std::string(tr("what answers there is no parley server; check the address"));
      char bytes[4096];
      asio::error_code error;
      const std::size_t got = socket_.read_some(asio::buffer(bytes), error);
      if (error) return tr("the server did not answer ({}); try again, the invite is still good", failure_words(error.message()));
      in_.append(bytes, got);
    }
  }

  const std::string& channel() const { return channel_; }

 private:
  asio::io_context io_;
  asio::generic::stream_protocol::socket socket_{io_};
  std::string channel_;
  std::string in_;
};


/// One try with one key. The error's `bad_invite` tells that the server refused this key for this code.
struct JoinFailure {
  std::string sentence;
  bool bad_invite = false;
};
using RedeemResult = Result<LoggedIn, JoinFailure>;

RedeemResult redeem_with(const HeldRole& held, const InviteCode& code, const Name& player) {
  Exchange exchange;
  if (auto error = exchange.connect(held.address)) return JoinFailure{*error};
  const Nonce nonce = random_bytes<16>();
  if (auto error = exchange.say(Hello{protocol_version, nonce})) return JoinFailure{*error};
  auto first = exchange.hear();
  if (!first) return JoinFailure{first.error()};
  const Welcome* welcome = std::get_if<Welcome>(&*first);
  if (!welcome) return JoinFailure{tr("the server is too busy for newcomers; try again in a moment")};
  Redeem redeem{.code = code, .key = held.key.public_key(), .player = player, .signature = {}};
  const Handshake handshake{.server = held.server, .client_nonce = nonce, .server_nonce = welcome->nonce,
                            .channel = exchange.channel(), .protocol = welcome->protocol};
  redeem.signature = held.key.sign(redeem_statement(handshake, redeem));
  if (auto error = exchange.say(redeem)) return JoinFailure{*error};
  auto answer = exchange.hear();
  if (!answer) return JoinFailure{answer.error()};
  if (const LoggedIn* logged_in = std::get_if<LoggedIn>(&*answer)) {
    exchange.say(Bye{});
    return *logged_in;
  }
  if (const Refused* refused = std::get_if<Refused>(&*answer)) {
    const bool taken = refused->refusal.code == Refusal::Code::already;
    return JoinFailure{taken ? tr("that name looks like another player's; choose another with --name")
                             : tr("the name cannot be used; choose another with --name")};
  }
  const Bye* bye = std::get_if<Bye>(&*answer);
  if (bye && bye->code == ByeCode::bad_invite)
    return JoinFailure{tr("the invite has been used with another key, was revoked, or is of another server; ask the host for a new one"), true};
  return JoinFailure{bye ? tr("the server ended the connection ({}); try again", failure_words(std::string(name(bye->code))))
                         : tr("the server answered something unexpected; install the same version of both")};
}

/// The key that this player already has for the invite's role, if any.
Result<std::optional<HeldRole>, std::string> held_for(const Keyring& keyring, const Invite& invite) {
  const auto all = keyring.list();
  if (!all) return all.error();
  for (const HeldRole& held : *all)
    if (held.server == invite.server && held.table == invite.table && held.role == invite.role) return std::optional(held);
  return std::optional<HeldRole>{};
}

int welcome_in(const Keyring& keyring, HeldRole held, const LoggedIn& answer) {
  held.role_code = code(answer.role);
  held.epoch = answer.epoch;
  held.redeemed = true;
  held.code.reset();
  if (auto error = keyring.save(held)) return fail(1, *error);
  std::printf("%s\n", tr("joined {} as {}", held.table, held.role).c_str());
  return 0;
}

}  // namespace

int join(const JoinOptions& options) {
  const auto invite = read_invite(options.invite_file);
  if (!invite) return fail(2, invite.error());
  const Name player{normalised(options.name)};
  if (const auto fault = text_fault(player.utf8, TextKind::name)) return fail(2, tr("--name: {}", sentence(*fault)));
  const auto keyring = Keyring::open();
  if (!keyring) return fail(2, keyring.error());
  auto before = held_for(*keyring, *invite);
  if (!before) return fail(2, before.error());

  if (*before) {  // the reply may have been lost, or the same invite is used again: then the same key is right
    HeldRole again = **before;
    again.address = invite->address;
    const auto answer = redeem_with(again, invite->code, player);
    if (answer) return welcome_in(*keyring, again, *answer);
    if (!answer.error().bad_invite || !again.redeemed) return fail(1, answer.error().sentence);
  }
  HeldRole fresh{.address = invite->address, .server = invite->server, .table = invite->table, .role = invite->role,
                 .key = SecretKey::generate(), .code = invite->code};
  if (auto error = keyring->save(fresh)) return fail(2, *error);
  const auto answer = redeem_with(fresh, invite->code, player);
  if (answer) return welcome_in(*keyring, fresh, *answer);
  if (answer.error().bad_invite)
    if (auto error = keyring->forget(fresh)) return fail(1, *error);
  return fail(1, answer.error().sentence);
}

int list_tables() {
  const auto keyring = Keyring::open();
  if (!keyring) return fail(2, keyring.error());
  const auto held = keyring->list();
  if (!held) return fail(2, held.error());
  for (const HeldRole& role : *held)
    std::printf("%s\t%s\t%s%s\n", role.table.c_str(), role.role.c_str(), role.address.c_str(), role.redeemed ? "" : (std::string("\t") + tr("not redeemed yet")).c_str());
  return 0;
}

}  // namespace parley
