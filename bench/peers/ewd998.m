-- SPDX-License-Identifier: Apache-2.0
--
-- EWD998 for rumur, step by step the model of tests/reference/lull-ewd998.c: the same states, and the
-- same steps except those that leave the bounds, which are guards here. Node numbers are plain ranges:
-- the ring is not symmetric.

const
  N: 3;
  BOUND: 3;
  LOW: (N - 1) * BOUND; -- no counter is below -LOW, because the sum of all is not negative
  ACTIVE_PASSES: false; -- true is a mistake: an active node passes the token too

type
  node: 0 .. N - 1;

var
  busy, black: array [node] of boolean;
  counter: array [node] of 0 - LOW .. BOUND;
  pending: array [node] of 0 .. BOUND;
  position: node;
  stained: boolean;
  q: 0 - LOW * (N - 1) .. BOUND * (N - 1);

function detected (): boolean;
begin
  return position = 0 & !stained & !black[0] & !busy[0] & q + counter[0] = 0;
end;

function terminated (): boolean;
begin
  return forall i: node do !busy[i] & pending[i] = 0 end;
end;

procedure initiate ();
begin
  position := N - 1;
  q := 0;
  stained := false;
  black[0] := false;
end;

ruleset p: node do
  ruleset a: 0 .. (1 << N) - 1; b: 0 .. (1 << N) - 1 do
    startstate "any"
    begin
      for i: node do
        busy[i] := ((a >> i) & 1) = 1;
        black[i] := ((b >> i) & 1) = 1;
        counter[i] := 0;
        pending[i] := 0;
      end;
      position := p;
      stained := true;
      q := 0;
    end;
  end;
end;

rule "InitiateProbe, black token"
  position = 0 & stained ==> initiate ();
end;

rule "InitiateProbe, black node"
  position = 0 & black[0] ==> initiate ();
end;

rule "InitiateProbe, messages missing"
  position = 0 & counter[0] + q > 0 ==> initiate ();
end;

ruleset i: 1 .. N - 1 do
  rule "PassToken"
    position = i & (ACTIVE_PASSES | !busy[i])
  ==>
    position := i - 1;
    q := q + counter[i];
    stained := stained | black[i];
    black[i] := false;
  end;
end;

ruleset i: node; j: node do
  rule "SendMsg"
    i != j & busy[i] & counter[i] < BOUND & pending[j] < BOUND
  ==>
    counter[i] := counter[i] + 1;
    pending[j] := pending[j] + 1;
  end;
end;

ruleset i: node do
  rule "RecvMsg"
    pending[i] > 0
  ==>
    pending[i] := pending[i] - 1;
    counter[i] := counter[i] - 1;
    black[i] := true;
    busy[i] := true;
  end;

  rule "Deactivate"
    busy[i] ==> busy[i] := false;
  end;
end;

invariant "premature"
  detected () -> terminated ();
