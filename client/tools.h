// The command lines of the tools for those who debug the protocol: tap and decode.
#pragma once

namespace CLI { class App; }

namespace parley {

/// Adds them; their exit code goes to `code`.
void add_tools(CLI::App& app, int& code);

}  // namespace parley
