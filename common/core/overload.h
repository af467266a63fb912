// A visitor made of lambdas, one for each alternative of a variant.
#pragma once

namespace parley {

template <class... Fs>
struct Overload : Fs... { using Fs::operator()...; };
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;  // clang 14 does not make its own

}  // namespace parley
