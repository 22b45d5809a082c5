; SPDX-License-Identifier: Apache-2.0
;
; Pairwise counters, for every number of workers, messages and rounds: the words, the five
; conditions, the steps and the invariant. Nothing is asserted here: a file of conditions/ says which
; conditions hold, and one of verify/ what is to be shown. README.md puts them together.

; ---- Words -----------------------------------------------------------------------------------------

; Workers can be told apart, and that is all.
(declare-sort Worker 0)

; A step leads from one moment to the next.
(declare-datatypes ((Moment 0)) (((before) (after))))

; The truth: how many messages x has sent to y, and how many of them y has finished. The handler of a
; finished message has ended and sends no more. A worker may send to itself.
(declare-fun sent (Moment Worker Worker) Int) ; (sent t x y)
(declare-fun done (Moment Worker Worker) Int) ; (done t x y)

; What the workers count: x its messages to y as sent, y the messages from x as done.
(declare-fun S (Moment Worker Worker) Int) ; (S t x y)
(declare-fun R (Moment Worker Worker) Int) ; (R t y x)

; What they have read of it in this round, to be compared by all.
(declare-fun rS (Moment Worker Worker) Int) ; (rS t x y)
(declare-fun rR (Moment Worker Worker) Int) ; (rR t y x)

; Who has read what in this round, and whose main program has ended.
(declare-fun S-read (Moment Worker) Bool)
(declare-fun R-read (Moment Worker) Bool)
(declare-fun main-ended (Moment Worker) Bool)

; ---- The five conditions ---------------------------------------------------------------------------

; (i) A message counts as done when all that its handler sends is counted.
(declare-const done-after-its-sends Bool)

; (ii) A worker reads R before S.
(declare-const R-before-S Bool)

; (iii) Pairs are compared, not sums.
(declare-const pairs-not-sums Bool)

; (iv) Nobody sends but main programs, and handlers of messages.
(declare-const no-spontaneous-sends Bool)

; (v) Each message counts exactly once, as sent and as done.
(declare-const sent-counts-once Bool)
(declare-const done-counts-once Bool)

; ---- Steps -----------------------------------------------------------------------------------------

; What a step leaves as it was.
(define-fun counters-stay () Bool
  (forall ((x Worker) (y Worker))
    (and (= (sent after x y) (sent before x y))
         (= (done after x y) (done before x y))
         (= (S after x y) (S before x y))
         (= (R after y x) (R before y x)))))

(define-fun reads-stay () Bool
  (forall ((x Worker) (y Worker))
    (and (= (rS after x y) (rS before x y))
         (= (rR after y x) (rR before y x))
         (= (S-read after x) (S-read before x))
         (= (R-read after x) (R-read before x)))))

(define-fun main-programs-stay () Bool
  (forall ((x Worker)) (= (main-ended after x) (main-ended before x))))

; The number n, for the pair from x to y alone.
(define-fun for-pair ((x Worker) (y Worker) (n Int) (a Worker) (b Worker)) Int
  (ite (and (= a x) (= b y)) n 0))

; x sends a message to y and counts n for it: one, by condition (v).
(define-fun send ((x Worker) (y Worker) (n Int)) Bool
  (and (<= 0 n)
       (=> sent-counts-once (= n 1))
       (forall ((a Worker) (b Worker))
         (and (= (sent after a b) (+ (sent before a b) (for-pair x y 1 a b)))
              (= (done after a b) (done before a b))
              (= (S after a b) (+ (S before a b) (for-pair x y n a b)))
              (= (R after b a) (R before b a))))
       reads-stay
       main-programs-stay))

; A main program may send until it ends.
(define-fun may-main-send ((t Moment) (x Worker)) Bool
  (not (main-ended t x)))

(define-fun main-send ((x Worker) (y Worker) (n Int)) Bool
  (and (may-main-send before x) (send x y n)))

; A handler may send while it runs, so while not all messages to its worker are finished.
(define-fun some-handler-may-run ((t Moment) (x Worker)) Bool
  (exists ((z Worker)) (> (sent t z x) (done t z x))))

(define-fun may-handler-send ((t Moment) (x Worker)) Bool
  (=> no-spontaneous-sends (some-handler-may-run t x)))

(define-fun handler-send ((x Worker) (y Worker) (n Int)) Bool
  (and (may-handler-send before x) (send x y n)))

(define-fun main-end ((x Worker)) Bool
  (and (not (main-ended before x))
       counters-stay
       reads-stay
       (forall ((a Worker)) (= (main-ended after a) (or (= a x) (main-ended before a))))))

; y finishes a message of x.
(define-fun finish ((x Worker) (y Worker)) Bool
  (and (< (done before x y) (sent before x y))
       (forall ((a Worker) (b Worker))
         (and (= (sent after a b) (sent before a b))
              (= (done after a b) (+ (done before a b) (for-pair x y 1 a b)))
              (= (S after a b) (S before a b))
              (= (R after b a) (R before b a))))
       reads-stay
       main-programs-stay))

; y counts a message of x as done. By (i) it is a finished one, by (v) one that is not counted yet.
(define-fun may-count-done ((t Moment) (x Worker) (y Worker)) Bool
  (< (ite done-counts-once (R t y x) 0)
     (ite done-after-its-sends (done t x y) (sent t x y))))

(define-fun count-done ((x Worker) (y Worker)) Bool
  (and (may-count-done before x y)
       (forall ((a Worker) (b Worker))
         (and (= (sent after a b) (sent before a b))
              (= (done after a b) (done before a b))
              (= (S after a b) (S before a b))
              (= (R after b a) (+ (R before b a) (for-pair x y 1 a b)))))
       reads-stay
       main-programs-stay))

; x reads R, all of it in one step, when its main program has ended.
(define-fun read-R ((x Worker)) Bool
  (and (main-ended before x)
       (not (R-read before x))
       counters-stay
       (forall ((a Worker) (b Worker))
         (and (= (rS after a b) (rS before a b))
              (= (rR after a b) (ite (= a x) (R before a b) (rR before a b)))
              (= (S-read after a) (S-read before a))
              (= (R-read after a) (or (= a x) (R-read before a)))))
       main-programs-stay))

; x reads S: later, by condition (ii).
(define-fun read-S ((x Worker)) Bool
  (and (main-ended before x)
       (not (S-read before x))
       (=> R-before-S (R-read before x))
       counters-stay
       (forall ((a Worker) (b Worker))
         (and (= (rS after a b) (ite (= a x) (S before a b) (rS before a b)))
              (= (rR after a b) (rR before a b))
              (= (S-read after a) (or (= a x) (S-read before a)))
              (= (R-read after a) (R-read before a))))
       main-programs-stay))

; When all have read, what they have read is compared.
(define-fun all-have-read ((t Moment)) Bool
  (forall ((x Worker)) (and (R-read t x) (S-read t x))))

(define-fun all-pairs-agree ((t Moment)) Bool
  (forall ((x Worker) (y Worker)) (= (rS t x y) (rR t y x))))

; The sums are those of two workers, A and B: no more are needed to see what sums miss.
(declare-const A Worker)
(declare-const B Worker)

(define-fun sums-agree ((t Moment)) Bool
  (and (distinct A B)
       (forall ((x Worker)) (or (= x A) (= x B)))
       (= (+ (rS t A A) (rS t A B) (rS t B A) (rS t B B))
          (+ (rR t A A) (rR t A B) (rR t B A) (rR t B B)))))

(define-fun agree ((t Moment)) Bool
  (ite pairs-not-sums (all-pairs-agree t) (sums-agree t)))

; A round without agreement is forgotten, and all begin to read again.
(define-fun next-round () Bool
  (and (all-have-read before)
       (not (agree before))
       counters-stay
       (forall ((x Worker) (y Worker))
         (and (= (rS after x y) 0)
              (= (rR after y x) 0)
              (not (S-read after x))
              (not (R-read after x))))
       main-programs-stay))

; ---- The invariant ---------------------------------------------------------------------------------

; Sends are counted as they are, and no message is counted as done that is not finished.
(define-fun counts-are-true ((t Moment)) Bool
  (forall ((x Worker) (y Worker))
    (and (<= 0 (R t y x))
         (<= (R t y x) (done t x y))
         (<= (done t x y) (sent t x y))
         (= (sent t x y) (S t x y)))))

; First the main program ends, then R is read, then S.
(define-fun reads-in-order ((t Moment)) Bool
  (forall ((x Worker))
    (and (=> (S-read t x) (R-read t x))
         (=> (R-read t x) (main-ended t x)))))

; Counters grow, so what was read is at most what is counted.
(define-fun copies-are-old ((t Moment)) Bool
  (forall ((x Worker) (y Worker))
    (and (=> (R-read t y) (<= (rR t y x) (R t y x)))
         (=> (S-read t x) (<= (rS t x y) (S t x y))))))

; What will be compared of q's messages to p, as far as one can tell: what q has read of S, or else
; what it counts until now.
(define-fun eff ((t Moment) (q Worker) (p Worker)) Int
  (ite (S-read t q) (rS t q p) (S t q p)))

; Whoever has sent since it read S is given away: some pair differs, and will when it is compared.
(define-fun nobody-sent-late ((t Moment)) Bool
  (forall ((x Worker) (y Worker)) (=> (S-read t x) (= (rS t x y) (S t x y)))))

(define-fun some-pair-differs ((t Moment)) Bool
  (exists ((q Worker) (p Worker)) (and (R-read t p) (> (eff t q p) (rR t p q)))))

(define-fun late-sends-show ((t Moment)) Bool
  (or (nobody-sent-late t) (some-pair-differs t)))

(define-fun invariant ((t Moment)) Bool
  (and (counts-are-true t) (reads-in-order t) (copies-are-old t) (late-sends-show t)))

; ---- What it is for --------------------------------------------------------------------------------

(define-fun nobody-has-read ((t Moment)) Bool
  (forall ((x Worker)) (and (not (R-read t x)) (not (S-read t x)))))

(define-fun nothing-is-left ((t Moment)) Bool
  (and (forall ((x Worker)) (main-ended t x))
       (forall ((x Worker) (y Worker)) (= (done t x y) (sent t x y)))))

(define-fun nobody-may-send ((t Moment)) Bool
  (forall ((x Worker)) (and (not (may-main-send t x)) (not (may-handler-send t x)))))
