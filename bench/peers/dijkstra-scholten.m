-- SPDX-License-Identifier: Apache-2.0
--
-- Dijkstra and Scholten's algorithm for rumur, step by step the model of
-- tests/reference/lull-dijkstra-scholten.c: the same states, and the same steps except those that leave
-- the bounds, which are guards here. Edges: 0 is leader to P1, 1 is P1 to P2, 2 is P2 to P1, 3 is P2 to P3.

const
  MOST: 2; -- of each of the four counters of an edge

type
  process: 0 .. 3;
  edge: 0 .. 3;
  number: 0 .. MOST;

var
  busy: array [process] of boolean;
  up: array [edge] of boolean; -- it is the upEdge of its target
  msgs, acks, sent, rcvd: array [edge] of number;

function source (e: edge): process;
begin
  if e = 0 then return 0; end;
  if e = 1 then return 1; end;
  return 2;
end;

function target (e: edge): process;
begin
  if e = 1 then return 2; end;
  if e = 3 then return 3; end;
  return 1;
end;

-- Passive and nothing unacknowledged, messages received on edge e aside.
function idle_but_for (p: process; e: edge): boolean;
begin
  return !busy[p]
    & forall f: edge do (source (f) = p -> sent[f] = 0) & (target (f) = p & f != e -> rcvd[f] = 0) end;
end;

function neutral (p: process): boolean;
begin
  return !busy[p]
    & forall f: edge do (source (f) = p -> sent[f] = 0) & (target (f) = p -> rcvd[f] = 0) end;
end;

procedure acknowledge (e: edge);
begin
  rcvd[e] := rcvd[e] - 1;
  acks[e] := acks[e] + 1;
  if neutral (target (e)) then
    for f: edge do
      if target (f) = target (e) then up[f] := false; end;
    end;
  end;
end;

startstate
begin
  for p: process do busy[p] := p = 0; end;
  for e: edge do
    up[e] := false;
    msgs[e] := 0;
    acks[e] := 0;
    sent[e] := 0;
    rcvd[e] := 0;
  end;
end;

ruleset e: edge do
  rule "SendMsg"
    busy[source (e)] & msgs[e] < MOST & sent[e] < MOST
  ==>
    sent[e] := sent[e] + 1;
    msgs[e] := msgs[e] + 1;
  end;

  rule "RcvAck"
    acks[e] > 0
  ==>
    acks[e] := acks[e] - 1;
    sent[e] := sent[e] - 1;
  end;

  rule "SendAck, not of the upEdge"
    rcvd[e] > 0 & acks[e] < MOST & !up[e] ==> acknowledge (e);
  end;

  rule "SendAck, not the last"
    rcvd[e] > 1 & acks[e] < MOST & up[e] ==> acknowledge (e);
  end;

  rule "SendAck, nothing else"
    rcvd[e] > 0 & acks[e] < MOST & up[e] & idle_but_for (target (e), e) ==> acknowledge (e);
  end;

  rule "RcvMsg"
    msgs[e] > 0 & rcvd[e] < MOST
  ==>
    if neutral (target (e)) then up[e] := true; end;
    msgs[e] := msgs[e] - 1;
    rcvd[e] := rcvd[e] + 1;
    busy[target (e)] := true;
  end;
end;

ruleset p: process do
  rule "Idle"
    true ==> busy[p] := false;
  end;
end;

invariant "premature"
  neutral (0) -> forall p: process do neutral (p) end;
