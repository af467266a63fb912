-- Parley's protocol for Wireshark: wireshark -X lua_script:common/parley.lua, or a copy in the folder of personal plugins.
-- Every field has a display filter: parley.MESSAGE.FIELD (parley.refused.code == 34), for what a verb says parley.VERB.FIELD
-- (parley.offer.terms contains "peace"); parley.verb, and parley.deal for whatever speaks of a deal. Frames are put together from
-- their segments; what cannot be read is flagged as parley.malformed. TCP port 7373; others by "Decode As". The bytes are in PROTOCOL.md.

local U, I, B, TEXT, SEAT, SEATS, ROLE = "U", "I", "B", "TEXT", "SEAT", "SEATS", "ROLE"

-- >>> made by: parley_unit_tests "[.write-golden-dissector]"
local messages = {
  [1] = {word = "hello", fields = {{"protocol", U}, {"nonce", {bytes = 16}}}},
  [2] = {word = "login", fields = {{"table", TEXT}, {"role", ROLE}, {"epoch", U}, {"watch", B}, {"resume", {optional = {fields = {{"epoch", {bytes = 8}}, {"version", U}, {"chain", {bytes = 8}}}}}}, {"signature", {bytes = 64}}}},
  [3] = {word = "redeem", fields = {{"code", {bytes = 16}}, {"key", {bytes = 32}}, {"player", TEXT}, {"signature", {bytes = 64}}}},
  [4] = {word = "act", fields = {{"request", U}, {"seen", U}, {"verb", {choice = "verb"}}}, tails = true},
  [5] = {word = "ping", fields = {}},
  [15] = {word = "bye", fields = {{"code", {choice = "bye"}}}},
  [129] = {word = "welcome", fields = {{"protocol", U}, {"epoch", {bytes = 8}}, {"nonce", {bytes = 16}}}},
  [130] = {word = "logged_in", fields = {{"role", ROLE}, {"epoch", U}, {"highest", U}, {"head", U}}},
  [131] = {word = "committed", fields = {{"version", U}, {"elapsed", U}, {"role", ROLE}, {"verb", {choice = "verb"}}}},
  [132] = {word = "committed_private", fields = {{"version", U}, {"elapsed", U}, {"role", ROLE}, {"verb", {choice = "verb"}}}, tail = {{"secret", {variant = {{fields = {}}, {fields = {{"amount", I}}}, {fields = {{"spice", U}}}, {fields = {{"note", TEXT}}}}}}}},
  [133] = {word = "live", fields = {{"head", U}, {"chain", {bytes = 8}}, {"digest", {bytes = 8}}}},
  [134] = {word = "answered", fields = {{"request", U}, {"version", U}, {"repeated", B}}},
  [135] = {word = "refused", fields = {{"request", U}, {"code", {choice = "refusal"}}, {"object", U}, {"head", U}}},
  [136] = {word = "presence", fields = {{"role", ROLE}, {"online", B}}},
  [137] = {word = "pong", fields = {{"head", U}, {"chain", {bytes = 8}}, {"digest", {bytes = 8}}}},
  [15] = {word = "bye", fields = {{"code", {choice = "bye"}}}},
}
local verbs = {
  [1] = {word = "offer", fields = {{"form", U}, {"signatories", SEATS}, {"terms", TEXT}, {"answers", U}, {"settlement", {variant = {{fields = {}}, {fields = {{"payer", SEAT}, {"recipient", SEAT}, {"gross", U}}}, {fields = {{"gives", {fields = {{"trade_goods", U}, {"commodities", U}, {"fragments", {fields = {{"cultural", U}, {"hazardous", U}, {"industrial", U}, {"unknown", U}}}}, {"action_cards", U}, {"notes", {list = TEXT}}, {"relics", {list = TEXT}}}}}, {"gets", {fields = {{"trade_goods", U}, {"commodities", U}, {"fragments", {fields = {{"cultural", U}, {"hazardous", U}, {"industrial", U}, {"unknown", U}}}}, {"action_cards", U}, {"notes", {list = TEXT}}, {"relics", {list = TEXT}}}}}}}}}}, {"clauses", {list = {fields = {{"actor", SEAT}, {"verb", {choice = "deed"}}, {"item", TEXT}, {"quantity", U}, {"when", {choice = "when"}}, {"stance", {choice = "stance"}}, {"contingent", {choice = "contingent"}}, {"able", {choice = "able"}}, {"text", TEXT}}}}}}},
  [2] = {word = "accept", fields = {{"deal", U}}},
  [3] = {word = "decline", fields = {{"deal", U}}},
  [4] = {word = "withdraw", fields = {{"deal", U}}},
  [5] = {word = "request_release", fields = {{"deal", U}}},
  [6] = {word = "retract_release", fields = {{"deal", U}}},
  [7] = {word = "note", fields = {{"deal", U}, {"text", TEXT}}},
  [8] = {word = "say", fields = {{"text", TEXT}}},
  [9] = {word = "decide", fields = {{"decision", U}, {"answer", {choice = "answer"}}}},
  [10] = {word = "cancel", fields = {{"decision", U}}},
  [16] = {word = "start", fields = {}},
  [17] = {word = "end", fields = {}},
  [18] = {word = "control", fields = {{"seat", SEAT}, {"to", {choice = "control"}}}},
  [19] = {word = "depart", fields = {{"seat", SEAT}}},
  [20] = {word = "open_decision", fields = {{"owner", SEAT}, {"note", TEXT}}},
  [32] = {word = "bribe", fields = {{"to", SEAT}, {"gross", U}, {"note", {optional = TEXT}}}},
  [33] = {word = "adjust", fields = {{"reason", TEXT}}},
  [34] = {word = "bid", fields = {{"amount", U}}},
  [35] = {word = "ask", fields = {{"to", SEAT}, {"question", TEXT}}},
  [36] = {word = "movement_finished", fields = {}},
  [37] = {word = "hajr", fields = {{"play", B}}},
  [48] = {word = "advance", fields = {{"turn", U}, {"phase", {choice = "phase"}}, {"correct", B}}},
  [49] = {word = "ally", fields = {{"seats", {fields = {{"one", SEAT}, {"other", SEAT}}}}}},
  [50] = {word = "unally", fields = {{"seats", {fields = {{"one", SEAT}, {"other", SEAT}}}}}},
  [51] = {word = "bureaucrat", fields = {{"seat", {optional = SEAT}}, {"alive", B}}},
  [52] = {word = "inflation", fields = {{"on", B}}},
  [53] = {word = "adjust", fields = {{"seat", SEAT}, {"reason", TEXT}}},
  [64] = {word = "accept", fields = {{"deal", U}, {"class", {choice = "class"}}}},
  [65] = {word = "step", fields = {{"step", {choice = "step"}}, {"seat", {optional = SEAT}}}},
  [66] = {word = "adjust", fields = {{"what", {choice = "kind"}}, {"amount", I}, {"reason", TEXT}}},
  [67] = {word = "hold", fields = {{"note", {optional = TEXT}}}},
  [68] = {word = "unhold", fields = {{"note", {optional = TEXT}}}},
  [69] = {word = "play_note", fields = {{"note", TEXT}}},
  [70] = {word = "neighbours", fields = {{"with", SEAT}, {"on", B}}},
  [71] = {word = "exception", fields = {{"on", B}, {"why", {optional = TEXT}}}},
  [72] = {word = "able", fields = {{"deal", U}, {"clause", U}, {"answer", {choice = "able"}}}},
  [73] = {word = "rule", fields = {{"deal", U}, {"class", {choice = "class"}}}},
  [74] = {word = "kept", fields = {{"deal", U}, {"clause", U}, {"yes", B}}},
  [80] = {word = "active", fields = {{"seat", SEAT}}},
  [81] = {word = "phase", fields = {{"round", U}, {"phase", {choice = "ti4_phase"}}, {"agenda", {optional = U}}}},
  [82] = {word = "commodity_value", fields = {{"seat", SEAT}, {"value", U}}},
  [83] = {word = "neighbours", fields = {{"seats", {fields = {{"one", SEAT}, {"other", SEAT}}}}, {"on", B}}},
  [112] = {word = "genesis", fields = {{"name", TEXT}, {"seats", {list = TEXT}}, {"rules", {variant = {{fields = {{"mode", {choice = "mode"}}, {"bureaucrat_min", U}, {"probe_wait", U}}}, {fields = {}}, {fields = {}}}}}, {"founded", U}}},
  [113] = {word = "seated", fields = {{"seat", SEAT}, {"player", TEXT}, {"key", {bytes = 32}}, {"epoch", U}}},
  [114] = {word = "vacated", fields = {{"seat", SEAT}}},
}
-- what follows a verb's body in act; "named" where the body names a note
local tails = {
  ["1"] = {{"signature", {bytes = 64}}},
  ["2"] = {{"signature", {bytes = 64}}},
  ["5"] = {{"signature", {bytes = 64}}},
  ["6"] = {{"signature", {bytes = 64}}},
  ["32"] = {{"signature", {bytes = 64}}},
  ["33"] = {{"amount", I}},
  ["53"] = {{"amount", I}},
  ["64"] = {{"signature", {bytes = 64}}},
  ["67"] = {{"note", TEXT}},
  ["67 named"] = {},
  ["68"] = {{"note", TEXT}},
  ["68 named"] = {},
}
-- how many fields a record has, by its form
local forms = {3, 6}
local choices = {
  able = {[1] = "yes", [2] = "no", [3] = "unknown", },
  answer = {[1] = "divert", [2] = "allow", [3] = "yes", [4] = "no", [5] = "done", },
  bye = {[1] = "leaving", [2] = "bad_frame", [3] = "bad_message", [4] = "out_of_order", [5] = "old_protocol", [6] = "not_admitted", [7] = "bad_invite", [8] = "superseded", [9] = "revoked", [10] = "history", [11] = "bad_signature", [12] = "ahead", [13] = "too_slow", [14] = "silent", [15] = "crowded", [16] = "closing", [17] = "storage", },
  class = {[1] = "binding", [2] = "non_binding", [3] = "undecided", },
  contingent = {[1] = "nothing", [2] = "dice", [3] = "action_card", [4] = "another_seat", [5] = "hidden_choice", },
  control = {[0] = "human", [1] = "ai", },
  deed = {[1] = "give", [2] = "produce", [3] = "spend_on", [4] = "use_note", [5] = "use_ability", [6] = "fire_space_cannon", [7] = "replenish", [8] = "choose_for_secondary", [9] = "vote", [10] = "abstain", [11] = "break_tie", [12] = "play_action_card", [13] = "activate", [14] = "move", [15] = "retreat", [16] = "assign_hits", [17] = "pick_strategy", [18] = "pay_later", [19] = "other", },
  kind = {[1] = "trade_goods", [2] = "commodities", [3] = "cultural", [4] = "hazardous", [5] = "industrial", [6] = "unknown", [7] = "action_cards", },
  mode = {[0] = "basic", [1] = "advanced", },
  phase = {[0] = "setup", [1] = "storm", [2] = "spice_blow_and_nexus", [3] = "choam_charity", [4] = "bidding", [5] = "revival", [6] = "shipment_and_movement", [7] = "battle", [8] = "spice_collection", [9] = "mentat_pause", [10] = "over", },
  refusal = {[1] = "not_permitted", [2] = "request_reused", [3] = "request_old", [4] = "rate", [5] = "limit", [6] = "bad_text", [7] = "bad_parties", [8] = "bad_amount", [9] = "bad_bribe", [10] = "bad_clause", [11] = "bad_answer", [12] = "no_such_deal", [13] = "no_such_seat", [14] = "no_such_decision", [15] = "not_signatory", [16] = "not_proposer", [17] = "not_decision_owner", [18] = "not_open", [19] = "not_active", [20] = "already", [21] = "not_in_play", [22] = "not_human", [23] = "allied", [24] = "stale", [25] = "wrong_phase", [26] = "inflation", [27] = "decision_open", [28] = "not_neighbours", [29] = "slot_used", [30] = "not_active_player", [31] = "class_changed", [32] = "holdings", [33] = "too_soon", [34] = "payment_unavailable", [35] = "storage", },
  stance = {[1] = "do", [2] = "refrain", },
  step = {[1] = "turn_start", [2] = "activation", [3] = "move_ships", [4] = "space_cannon_offense", [5] = "space_combat_start", [6] = "space_combat_roll", [7] = "space_combat_assign_hits", [8] = "space_combat_retreat", [9] = "bombardment", [10] = "commit_ground_forces", [11] = "space_cannon_defense", [12] = "ground_combat", [13] = "establish_control", [14] = "production", [15] = "turn_end", [16] = "trade_gain", [17] = "trade_replenish", [18] = "trade_choose", [19] = "trade_secondary", [20] = "reveal", [21] = "vote", [22] = "outcome", },
  ti4_phase = {[0] = "setup", [1] = "strategy", [2] = "action", [3] = "status", [4] = "agenda", [5] = "over", },
  when = {[1] = "now", [2] = "this_turn", [3] = "this_round", [4] = "open", [5] = "turn_start", [6] = "activation", [7] = "move_ships", [8] = "space_cannon_offense", [9] = "space_combat_start", [10] = "space_combat_roll", [11] = "space_combat_assign_hits", [12] = "space_combat_retreat", [13] = "bombardment", [14] = "commit_ground_forces", [15] = "space_cannon_defense", [16] = "ground_combat", [17] = "establish_control", [18] = "production", [19] = "turn_end", [20] = "trade_gain", [21] = "trade_replenish", [22] = "trade_choose", [23] = "trade_secondary", [24] = "reveal", [25] = "vote", [26] = "outcome", },
}
local meanings = {
  refusal = {
    [1] = "this role, game or mode has no such verb, or this connection only watches",
    [2] = "this request id was committed with another action",
    [3] = "a higher id was committed and this one never was; also id 0",
    [4] = "more actions a second than a role may send; try again",
    [5] = "too many open offers, open decisions or notes in a hand, or a full history",
    [6] = "a text breaks the text policy",
    [7] = "too few, too many or repeated parties, or oneself",
    [8] = "an amount of 0, or above 65535",
    [9] = "payer and recipient are not two signatories",
    [10] = "a clause, an exchange or a name that no state of the game can make right",
    [11] = "an answer of another kind of decision",
    [12] = "there is no deal of that number, or a consent was signed before it was offered",
    [13] = "there is no such seat at this table",
    [14] = "there is no open decision of that number",
    [15] = "this role is no party of the deal",
    [16] = "this role did not propose the deal",
    [17] = "the decision is another seat's",
    [18] = "the deal (or the Hajr window) is not open",
    [19] = "the deal is not active",
    [20] = "it is so already; to a redeem: the name looks like another player's",
    [21] = "the game has not started, or is over",
    [22] = "a seat is played by AI or has departed",
    [23] = "two seats are allies",
    [24] = "something changed after `seen`",
    [25] = "not in this phase of the game",
    [26] = "no bribes during inflation",
    [27] = "a decision has to be answered first",
    [28] = "the two are not neighbours",
    [29] = "the pair has had its exchange of this turn or agenda; in Dune: a second question in a turn",
    [30] = "neither of the two is the active player",
    [31] = "the deal's class is another one now than the acceptance says",
    [32] = "a side does not have what it would give",
    [33] = "after `payment_unavailable`, wait before the next try",
    [34] = "the payer has not enough",
    [35] = "it could not be written; try again with the same request id",
  },
  bye = {
    [1] = "a client that is done",
    [2] = "bytes that can never be a frame",
    [3] = "a malformed payload, or a type of the other direction",
    [4] = "a request or ping before `logged_in`, login or redeem before hello, a second hello, a second login or redeem",
    [5] = "no protocol version in common",
    [6] = "unknown table, unknown role, wrong key, wrong seat epoch, or wrong signature: all alike",
    [7] = "the code is unknown, was used by another key or was revoked, or the signature is wrong",
    [8] = "a newer login of this role",
    [9] = "the key was ended or replaced",
    [10] = "the server does not have the commit named in `resume`: its store was restored or replaced",
    [11] = "a consent that the seat's key did not sign",
    [12] = "`seen` above the table's head",
    [13] = "not logged in 10 s after connecting",
    [14] = "nothing was heard for 200 s",
    [15] = "too many connections that have not logged in",
    [16] = "the server is stopping",
    [17] = "the store cannot be read or written",
  },
}
-- <<<

local client_max, server_max = 16384, 65536 -- of a frame's length
local proto = Proto("parley", "Parley")
local fields = {} -- by the name of their filter

local verb_words = {}
for number, verb in pairs(verbs) do verb_words[number] = verb.word end
choices.verb = verb_words

local function field_of(kind, filter, name)
  if kind == U then return ProtoField.uint64(filter, name) end
  if kind == I then return ProtoField.int64(filter, name) end
  if kind == B then return ProtoField.bool(filter, name) end
  if kind == SEAT then return ProtoField.uint8(filter, name) end
  if kind == SEATS then return ProtoField.uint8(filter, name, base.HEX) end
  if kind == TEXT or kind == ROLE then return ProtoField.string(filter, name) end
  if kind.bytes then return ProtoField.bytes(filter, name) end
  if kind.choice then return ProtoField.uint8(filter, name, base.DEC, choices[kind.choice]) end
  return ProtoField.none(filter, name)
end

-- An invite's code is a secret: its place is shown, its value is not.
local function is_secret(filter) return filter == "parley.redeem.code" end

-- The fields of a type, and those inside it, each registered once.
local function register(prefix, list)
  for _, field in ipairs(list) do
    local name, kind = field[1], field[2]
    local filter = prefix .. "." .. name
    local inner = kind
    while type(inner) == "table" and (inner.optional or inner.list) do inner = inner.optional or inner.list end
    if is_secret(filter) then fields[filter] = ProtoField.none(filter, name) end
    if not fields[filter] then fields[filter] = field_of(inner, filter, name) end
    if type(inner) == "table" and inner.fields then register(filter, inner.fields) end
    if type(inner) == "table" and inner.variant then
      for _, each in ipairs(inner.variant) do register(filter, each.fields) end
    end
  end
end
for _, message in pairs(messages) do
  register("parley." .. message.word, message.fields)
  register("parley." .. message.word, message.tail or {})
end
for number, verb in pairs(verbs) do
  register("parley." .. verb.word, verb.fields)
  for _, suffix in ipairs({ "", " named" }) do register("parley." .. verb.word, tails[number .. suffix] or {}) end
end
local length_field = ProtoField.uint32("parley.length", "length")
local type_words = {}
for number, message in pairs(messages) do type_words[number] = message.word end
local type_field = ProtoField.uint8("parley.type", "type", base.HEX, type_words)
local verb_field = ProtoField.uint8("parley.verb", "verb", base.DEC, verb_words)
local deal_field = ProtoField.uint64("parley.deal", "deal")
local malformed = ProtoExpert.new("parley.malformed", "Malformed frame", expert.group.MALFORMED, expert.severity.ERROR)
local all = { length_field, type_field, verb_field, deal_field }
for _, field in pairs(fields) do all[#all + 1] = field end
proto.fields = all
proto.experts = { malformed }

-- ---- reading: an error is a table {at, why} --------------------------------------------------------------------------------

local function fail(at, why) error({ at = at, why = why }, 0) end

local Reader = {}
Reader.__index = Reader
function Reader:take(size)
  if self.at + size > self.to then fail(self.at, "cut short") end
  local range = self.tvb(self.at, size)
  self.at = self.at + size
  return range
end
function Reader:byte() return self:take(1):uint() end
function Reader:number() -- LEB128, in its one spelling
  local start, value, shift = self.at, UInt64(0), 0
  while true do
    local byte = self:byte()
    if shift == 63 and byte > 1 then fail(self.at, "number too large") end
    value = value + UInt64(byte % 128):lshift(shift)
    if byte < 128 then
      if byte == 0 and shift > 0 then fail(self.at, "overlong number") end
      return value, self.tvb(start, self.at - start)
    end
    shift = shift + 7
  end
end
function Reader:size() return self:number():tonumber() end

local function role_text(code)
  if code < 8 then return "seat " .. code end
  if code == 8 then return "HOST" end
  if code == 9 then return "SERVER" end
  if code < 16 or code > 1015 then return nil end
  return "VIEWER/" .. code - 15
end

local read_fields

local function read_value(reader, tree, filter, name, kind)
  local field, start = fields[filter], reader.at
  if kind == U then
    local value, range = reader:number()
    if name == "deal" then tree:add(deal_field, range, value):set_hidden() end
    tree:add(field, range, value)
    return value
  elseif kind == I then
    local zigzag, range = reader:number()
    local half = zigzag:rshift(1)
    local value = Int64.new(half:lower(), half:higher())
    if zigzag:lower() % 2 == 1 then value = -value - Int64(1) end
    tree:add(field, range, value)
  elseif kind == B then
    local byte = reader:byte()
    if byte > 1 then fail(reader.at, "a bool is 0 or 1") end
    tree:add(field, reader.tvb(start, 1), byte == 1)
  elseif kind == SEAT then
    if reader:byte() > 15 then fail(reader.at, "no such seat number") end
    tree:add(field, reader.tvb(start, 1))
  elseif kind == SEATS then
    tree:add(field, reader:take(1))
  elseif kind == ROLE then
    local code, range = reader:number()
    local text = role_text(code:tonumber())
    if not text then fail(reader.at, "no such role") end
    tree:add(field, range, text)
  elseif kind == TEXT then
    local size = reader:size()
    local range = reader:take(size)
    tree:add(field, reader.tvb(start, reader.at - start), size > 0 and range:string(ENC_UTF_8) or "")
  elseif kind.bytes then
    local item = tree:add(field, reader:take(kind.bytes))
    if is_secret(filter) then item:append_text(": ***") end
  elseif kind.choice then
    local number = reader:byte()
    if not choices[kind.choice][number] then fail(reader.at, "no such choice") end
    local item = tree:add(field, reader.tvb(start, 1))
    local why = meanings[kind.choice]
    if why then item:append_text(": " .. why[number]) end
    return number
  elseif kind.optional then
    local there = reader:byte()
    if there > 1 then fail(reader.at, "a bool is 0 or 1") end
    if there == 1 then
      read_value(reader, tree, filter, name, kind.optional)
      return true
    end
  elseif kind.list then
    for _ = 1, reader:size() do read_value(reader, tree, filter, name, kind.list) end
  elseif kind.variant then
    local which = kind.variant[reader:byte() + 1]
    if not which then fail(reader.at, "no such alternative") end
    local branch = tree:add(field, reader.tvb(start, 1))
    read_fields(reader, branch, filter, which.fields)
    branch:set_len(reader.at - start)
  else
    local branch = tree:add(field, reader.tvb(start, 0))
    read_fields(reader, branch, filter, kind.fields)
    branch:set_len(reader.at - start)
  end
end

-- Returns what the fields said, by name, where it decides how to read on.
function read_fields(reader, tree, prefix, list)
  local said, most = {}, #list
  for i, field in ipairs(list) do
    if i > most then break end
    said[field[1]] = read_value(reader, tree, prefix .. "." .. field[1], field[1], field[2])
    if field[1] == "form" then
      most = forms[said.form:tonumber()] or fail(reader.at, "no such record form")
    end
  end
  return said
end

local function read_message(reader, tree, message)
  local prefix = "parley." .. message.word
  local start = reader.at
  local said = read_fields(reader, tree, prefix, message.fields)
  local info = message.word
  if said.code and type(said.code) == "number" then
    info = info .. " " .. choices[message.word == "bye" and "bye" or "refusal"][said.code]
  end
  if said.verb then
    local verb = verbs[said.verb]
    tree:add(verb_field, reader.tvb(reader.at - 1, 1)):set_hidden()
    local body = read_fields(reader, tree, "parley." .. verb.word, verb.fields)
    if message.tails then
      local named = body.note and tails[said.verb .. " named"]
      read_fields(reader, tree, "parley." .. verb.word, named or tails[tostring(said.verb)] or {})
    end
    info = info .. " " .. verb.word
  end
  read_fields(reader, tree, prefix, message.tail or {})
  if reader.at < reader.to then fail(reader.at, "bytes left over") end
  return info, start
end

-- ---- frames ----------------------------------------------------------------------------------------------------------------

-- The length and the bytes it takes; nil where more of it has to come, false where it can never be one.
local function frame_length(tvb, at)
  local length, used = 0, 0
  while true do
    if at + used >= tvb:len() then return nil end
    local byte = tvb(at + used, 1):uint()
    length = length + (byte % 128) * 128 ^ used
    used = used + 1
    if length > server_max or (byte == 0 and used > 1) then return false end
    if byte < 128 then return length > 0 and length, used end
    if used == 4 then return false end
  end
end

local function flag(tree, range, why) tree:add_proto_expert_info(malformed, "Malformed: " .. why) return range end

function proto.dissector(tvb, pinfo, root)
  pinfo.cols.protocol = "Parley"
  local at, infos = 0, {}
  while at < tvb:len() do
    local length, used = frame_length(tvb, at)
    if length == nil or (length and at + used + length > tvb:len()) then
      pinfo.desegment_offset = at
      pinfo.desegment_len = length and at + used + length - tvb:len() or DESEGMENT_ONE_MORE_SEGMENT
      break
    end
    if not length then
      local tree = root:add(proto, tvb(at), "Parley, no frame")
      flag(tree, tvb(at), "no length of a frame")
      infos[#infos + 1] = "MALFORMED"
      break
    end
    local range = tvb(at, used + length)
    local kind = tvb(at + used, 1):uint()
    local message = messages[kind]
    local tree = root:add(proto, range, "Parley, " .. (message and message.word or string.format("type %02x", kind)))
    tree:add(length_field, tvb(at, used), length)
    tree:add(type_field, tvb(at + used, 1))
    local reader = setmetatable({ tvb = tvb, at = at + used + 1, to = at + used + length }, Reader)
    local good, what = pcall(function()
      if not message then fail(at + used, "no such message type") end
      if kind < 128 and length > client_max then fail(at, "over the limit of a client") end
      return read_message(reader, tree, message)
    end)
    if good then
      tree:append_text(what:sub(#message.word + 1))
    else
      local why = type(what) == "table" and what.why .. " at byte " .. (what.at - at) .. " of the frame" or tostring(what)
      flag(tree, range, why)
      what = "MALFORMED"
    end
    infos[#infos + 1] = what
    at = at + used + length
  end
  if #infos > 0 then pinfo.cols.info = table.concat(infos, ", ") end
end

DissectorTable.get("tcp.port"):add(7373, proto)
