-- SPDX-License-Identifier: Apache-2.0
--
-- EWD840 for rumur, step by step the model of tests/reference/lull-ewd840.c: the same states and the
-- same steps, a guard of several branches being taken once for each that is true.

const
  N: 4;
  ACTIVE_PASSES: false; -- true is a mistake: an active node passes the token too

type
  node: 0 .. N - 1;

var
  busy, black: array [node] of boolean;
  position: node;
  stained: boolean;

function detected (): boolean;
begin
  return position = 0 & !stained & !black[0] & !busy[0];
end;

procedure initiate ();
begin
  position := N - 1;
  stained := false;
  black[0] := false;
end;

procedure pass (i: node);
begin
  position := i - 1;
  stained := stained | black[i];
  black[i] := false;
end;

ruleset p: node do
  ruleset a: 0 .. (1 << N) - 1; b: 0 .. (1 << N) - 1 do
    startstate "any"
    begin
      for i: node do
        busy[i] := ((a >> i) & 1) = 1;
        black[i] := ((b >> i) & 1) = 1;
      end;
      position := p;
      stained := true;
    end;
  end;
end;

rule "InitiateProbe, black token"
  position = 0 & stained ==> initiate ();
end;

rule "InitiateProbe, black node"
  position = 0 & black[0] ==> initiate ();
end;

ruleset i: 1 .. N - 1 do
  rule "PassToken, passive"
    position = i & (ACTIVE_PASSES | !busy[i]) ==> pass (i);
  end;

  rule "PassToken, black node"
    position = i & black[i] ==> pass (i);
  end;

  rule "PassToken, black token"
    position = i & stained ==> pass (i);
  end;
end;

ruleset i: node; j: node do
  rule "SendMsg"
    i != j & busy[i]
  ==>
    busy[j] := true;
    if j > i then black[i] := true; end;
  end;
end;

ruleset i: node do
  rule "Deactivate"
    busy[i] ==> busy[i] := false;
  end;
end;

invariant "premature"
  detected () -> forall i: node do !busy[i] end;
