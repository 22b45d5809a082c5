-- SPDX-License-Identifier: Apache-2.0
--
-- Channel counting for rumur, step by step the model of tests/reference/lull-channel-counting.c: the same
-- states, and the same steps except those that leave the bound, which is a guard here.

const
  N: 3;
  BOUND: 3;

type
  process: 0 .. N - 1;
  number: 0 .. BOUND;
  numbers: array [process] of array [process] of number; -- by sender, then receiver

var
  s, r: numbers;               -- sent and received
  copied_s, copied_r: numbers; -- the daemon's copies
  visited: array [process] of boolean;
  total: 1 .. BOUND;
  finished: boolean;

function has (set: 0 .. (1 << N) - 1; p: process): boolean;
begin
  return ((set >> p) & 1) = 1;
end;

function size (set: 0 .. (1 << N) - 1): 0 .. N;
var count: 0 .. N;
begin
  count := 0;
  for p: process do
    if has (set, p) then count := count + 1; end;
  end;
  return count;
end;

function agree (): boolean;
begin
  return forall p: process do
    visited[p] & forall q: process do copied_s[p][q] = copied_r[p][q] end
  end;
end;

startstate
begin
  for p: process do
    visited[p] := false;
    for q: process do
      s[p][q] := 0;
      r[p][q] := 0;
      copied_s[p][q] := 0;
      copied_r[p][q] := 0;
    end;
  end;
  s[0][1] := 1;
  total := 1;
  finished := false;
end;

ruleset p: process; q: process; set: 0 .. (1 << N) - 1 do
  rule "Receive"
    s[p][q] > r[p][q] & !has (set, q) & total + size (set) <= BOUND
  ==>
    r[p][q] := r[p][q] + 1;
    total := total + size (set);
    for k: process do
      if has (set, k) then s[q][k] := s[q][k] + 1; end;
    end;
  end;
end;

ruleset p: process do
  rule "Visit"
    !finished & !agree ()
  ==>
    visited[p] := true;
    for q: process do
      copied_s[p][q] := s[p][q];
      copied_r[q][p] := r[q][p];
    end;
  end;
end;

rule "Done"
  !finished & agree () ==> finished := true;
end;

invariant "premature"
  finished -> forall p: process do forall q: process do s[p][q] = r[p][q] end end;
