/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The inside of a world, shared by the files of sim/ and by nobody else: its parts and
 * states (lull-world-state.h), what states say (lull-world-look.h), and here what each
 * file does.
 */
#pragma once

#include "lull-world-look.h"

G_BEGIN_DECLS

/* lull-world.c */
/* SELF has no protocol yet. */
void lull_world_set_protocol (LullWorld *self,
                              const LullProtocol *protocol,
                              const gint *options,
                              gboolean guarded);

/* lull-world-fit.c */
/* Fails with REASON, which is for the user. Returns FALSE. */
gboolean lull_world_refuse (GError **error, LullWorldError code, const char *reason);
/* Whether its messages are not too long, and its options have these values. */
gboolean lull_world_has_short_messages (const LullProtocol *protocol);
gboolean lull_world_has_values (const LullProtocol *protocol, const gint *options);
gboolean lull_world_layout_fits (const LullWorld *self, GError **error);
/* Whether there is room for what the protocol asks for, whatever the scenario. */
gboolean lull_world_protocol_fits (const LullWorld *self, GError **error);

/* lull-world-work.c */
void lull_world_copy_work (LullWorld *self, const LullWork *work);
void lull_world_index_last_awaited (LullWorld *self);

/* lull-world-model.c */
/* Which steps of the protocol exist at each place. */
void lull_world_index_places (LullWorld *self);
void lull_world_free_places (LullWorld *self);
gboolean lull_world_step_exists (const LullWorld *self, guint step);
/* Whether nobody has left join while work of it remained. */
gboolean lull_world_join_holds (const LullWorld *self, const guint8 *state);
void lull_world_name_kinds (LullWorld *self);
void lull_world_fill_model (LullWorld *self, gboolean livelock);
void lull_world_claim_contract (LullWorld *self);

/* lull-world-layout.c */
void lull_world_lay_out (LullWorld *self);
/* What the protocol has in a state, from AT on: workers, collectives, and control
 * messages, of so many joins of so many messages. @return where it ends */
guint32
lull_world_lay_out_protocol (LullWorld *self, guint32 at, guint joins, guint messages);

/* lull-world-actions.c */
guint
lull_world_actions (const LullModel *model, const guint8 *state, LullAction *actions);

/* Whether the slot of MESSAGE looks like the one before it, which then speaks for both.
 */
gboolean lull_world_is_twin (const LullWorld *self, const guint8 *state, guint message);

/* The list of the handler or callback MESSAGE: offers what is next on it, if anything is.
 * Whether it is over: all is sent, and nothing is awaited. */
gboolean lull_offer_list (LullOffer *self, guint message);
/* Whether WORKER, which is in join at the place of STEP, can take it. */
gboolean lull_can_step (const LullOffer *self, guint worker, guint step);
/* Settling a future of WORKER removes it, which needs the lock. */
gboolean lull_can_settle (const LullOffer *self, guint worker);

/* lull-world-apply.c */
void lull_world_initial (const LullModel *model, guint64 index, guint8 *state);
void lull_world_initial_logged (const LullWorld *self, guint8 *state, LullStepLog *log);
void lull_world_apply (const LullModel *model,
                       const guint8 *state,
                       LullAction action,
                       guint8 *next);
void lull_world_apply_logged (const LullWorld *self,
                              const guint8 *state,
                              LullAction action,
                              guint8 *next,
                              LullStepLog *log);
/* … and fills in SCOPE with what the step did in the protocol of a scope. */
void lull_world_apply_watched (const LullWorld *self,
                               const guint8 *state,
                               LullAction action,
                               guint8 *next,
                               LullStepLog *log,
                               LullStepLog *scope);
/* Whether the protocol breaks its contract in a step: nothing comes after it. */
gboolean lull_world_breaks_contract (const LullWorld *self,
                                     const guint8 *state,
                                     LullAction action);

guint lull_world_actor (const LullWorld *self, const guint8 *state, LullAction action);

/* What steps are made of, for the parts. */
void lull_apply_take (const LullApply *self, LullAction action);
/* The main program of WORKER joins, if it has nothing left to do before that. */
void lull_apply_join (const LullApply *self, guint worker);
void lull_apply_settle (const LullApply *self, guint reply);
/* The receiver of control message RECORD takes it. */
void lull_apply_deliver (const LullApply *self, guint record);
/* WORKER leaves a join that is not the last; then its next main program begins. */
void lull_apply_leave (const LullApply *self, guint worker);
void lull_apply_begin_program (const LullApply *self, guint worker);
/* WORKER, which has taken no step yet, begins behind the joins before EPOCH. */
void lull_apply_begin_at (const LullApply *self, guint worker, guint epoch);

/* lull-world-apply-message.c */

void lull_apply_set_stage (const LullApply *self, guint message, LullStage stage);
void lull_apply_add_to (const LullApply *self, guint worker, guint counter, gint by);
/* MESSAGE is more (or less) that is left to be done. Nobody else counts what is undone:
 * every message belongs to a join, and each join has an account of its own. */
void lull_apply_owe (const LullApply *self, guint message, gint by);
/* The same for what is no message, and belongs to the join EPOCH. */
void lull_apply_owe_join (const LullApply *self, guint epoch, gint by);
/* CALL has a future more, or less. */
void lull_apply_count_future (const LullApply *self, guint call, gint by);
/* So many more of KIND are at WORKER, which matters if idleness looks at it. */
void lull_apply_keep_busy (const LullApply *self, guint worker, LullIdle kind, gint by);
void lull_apply_post (const LullApply *self, guint message);
/* … without the future of a call, which is there already. */
void lull_apply_send (const LullApply *self, guint message);
/* Whoever is told of MESSAGE is told this of it. */
void lull_apply_tell (const LullApply *self, LullTold what, guint message);
void lull_apply_transmit (const LullApply *self, guint message);
/* The steps of a message. */
void lull_apply_run_send_task (const LullApply *self, guint message);
void lull_apply_receive (const LullApply *self, guint message);
void lull_apply_enqueue (const LullApply *self, guint message);
void lull_apply_start (const LullApply *self, guint message);
void lull_apply_finish (const LullApply *self, guint message);
void lull_apply_lock (const LullApply *self, guint worker, gboolean is_locked);

/* lull-world-apply-any.c */
/* A call to send() in any work: who makes it, and to whom. */
guint lull_world_any_argument (gboolean actor_is_main, guint actor, guint target);
void
lull_world_any_parse (guint argument, guint *actor_is_main, guint *actor, guint *target);
/* Takes the first unused slot for a message from whoever acts. */
void lull_apply_post_any (const LullApply *self, guint argument);
/* A message that is done, reply included, leaves nothing behind but its used-up slot. */
void lull_apply_clear_slot (const LullApply *self, guint message);
/* MESSAGE is lost for good. The future of a call stays open. */
void lull_apply_lose_any (const LullApply *self, guint message);
/* Equal bags of slots become equal bytes. */
void lull_world_sort_slots (const LullWorld *self, guint8 *state, LullStepLog *log);

/* lull-futures.c: calls that are not answered, for the parts that give them up */

/* The future of CALL gets an error: its callback starts, or is never to be. An answer
 * that comes later is dropped. */
void lull_apply_fail (const LullApply *self, guint call, gboolean callback_runs);
/* The callback that runs with the error has ended. */
void lull_apply_end_failing (const LullApply *self, guint call);
/* CALL will not be answered, for its answer is gone already: its future gets an error,
 * and no callback runs. */
void lull_apply_abandon (const LullApply *self, guint call);
/* MESSAGE comes to nothing, and so does what it would have caused and is not sent yet. Of
 * an answer that is late, or whose call gets an error in its place, only the message is
 * gone. */
void lull_apply_drop (const LullApply *self, guint message);
/* The future of CALL, whose caller is gone, is nobody's: if its callback was to run with
 * an error, it is not. */
void lull_apply_orphan (const LullApply *self, guint call);
/* What PARENT, or for LULL_NO_MESSAGE the main program of SOURCE, has not sent yet is
 * never to be, nor is what that would have brought about. */
void lull_apply_cancel (const LullApply *self, guint parent, guint source);

/* lull-scopes.c: what the others have to know of scopes */
guint lull_scopes_count (const LullWorld *self);
/* The world as the protocol of scope number SCOPE has it. */
const LullWorld *lull_scopes_world (const LullWorld *self, guint scope);
/* Whether the scope may be over in STATE, as far as anybody is told that it is. */
gboolean lull_scopes_hold (const LullWorld *self, const guint8 *state, guint scope);
/* Who opens it, and whether that has sent all that the body sends. */
guint lull_scopes_opener (const LullWorld *self, guint scope);
/* The scope that the program of PARENT, or the main program of WORKER, waits for, by
 * name, or NULL. */
const char *lull_scopes_awaited (const LullWorld *self,
                                 const guint8 *state,
                                 guint worker,
                                 guint parent);
gboolean lull_scopes_is_sent (const LullWorld *self, const guint8 *state, guint scope);

/* lull-parts.c: the parts that are on, made ready */
gboolean lull_parts_fit (const LullWorldConfig *config,
                         const char *const **switches,
                         GError **error);
void lull_parts_expand (const LullWorldConfig *config, LullWork *work);
void lull_parts_prepare (LullWorld *self, const LullWorldConfig *config);
guint32 lull_parts_lay_out (LullWorld *self, guint32 at);
gboolean lull_parts_layout_fits (const LullWorld *self, GError **error);
guint lull_parts_name_kinds (LullWorld *self, guint count);
guint lull_parts_kind_count (const LullWorld *self);
guint lull_parts_actions_max (const LullWorld *self);
guint lull_parts_prepare_fairness (LullWorld *self, guint count);
/* The names of those that are on, and what they leave out of the claims, or NULL. */
char *lull_parts_names (const LullWorld *self);
char *lull_parts_left_out (const LullWorld *self);
void lull_parts_free (LullWorld *self);

/* lull-parts-bags.c: the messages that they have on the wire */
/* Adds the bags of parts to those of the world. */
void lull_parts_list_bags (LullWorld *self);
/* The bag out of which the step takes a message, or NULL. */
const LullBag *lull_parts_bag_of (const LullWorld *self, LullAction action);
/* What a message in bag number BAG, which is of a part, says. */
void lull_parts_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size);
/* For which round it was sent just now, ROUNDS being to how many each worker has
 * contributed; 0: it is of none, or that cannot be told. */
guint lull_parts_round_of (const LullWorld *self,
                           guint bag,
                           const guint8 *record,
                           const guint *rounds);
/* What it is once all are done with the round before its own. */
void lull_parts_renew (const LullWorld *self, guint bag, guint8 *record);
/* Whether its receiver uses it, if it takes it in STATE. */
gboolean lull_parts_uses (const LullWorld *self,
                          guint bag,
                          const guint8 *state,
                          const guint8 *record);

/* lull-parts-steps.c: what they offer, forbid and do; see LullPart for each */
void lull_parts_initial (const LullApply *apply);
void lull_parts_offer (LullOffer *offer);
/* Whether no part forbids a step that the world offers. */
gboolean lull_parts_allow (const LullWorld *self, const guint8 *state, LullAction action);
gboolean lull_parts_hold_up (const LullWorld *self,
                             const guint8 *state,
                             guint worker,
                             guint parent);
void lull_parts_apply (const LullApply *apply, LullAction action);
void lull_parts_follow (const LullApply *apply);
void lull_parts_forsake (const LullApply *apply, guint worker);
void lull_parts_cancel (const LullApply *apply, guint worker, guint parent);
const LullDelay *
lull_parts_delay (const LullWorld *self, const guint8 *state, LullAction action);
guint lull_parts_worker (const LullWorld *self, const guint8 *state, LullAction action);
guint lull_parts_fairness (const LullWorld *self, const guint8 *state, LullAction action);
/* Whether it is a step of a part, and of the network. */
gboolean lull_parts_is_of_the_network (const LullWorld *self, LullAction action);
/* Whether a step of a part is of one basic message, its argument. */
gboolean lull_parts_is_of_a_message (const LullWorld *self, LullAction action);
gboolean lull_parts_hold (const LullWorld *self, const guint8 *state);
/* How much of what is owed for a join, or for all of them, will run nothing. */
#define LULL_ALL_EPOCHS G_MAXUINT
guint lull_parts_vain (const LullWorld *self, const guint8 *state, guint epoch);
/* LullModel.may_rest: all that could happen are faults. */
gboolean lull_parts_may_rest (const LullModel *model,
                              const guint8 *state,
                              const LullAction *actions,
                              guint count);
/* See ::LullPartPresence. */
gboolean lull_parts_is_absent (const LullWorld *self, const guint8 *state, guint worker);
gboolean lull_parts_is_awaited (const LullWorld *self, const guint8 *state, guint worker);
gboolean
lull_parts_has_crashed (const LullWorld *self, const guint8 *state, guint worker);
gboolean lull_parts_is_excused (const LullWorld *self, const guint8 *state, guint worker);
guint lull_parts_needs_to_go (const LullWorld *self, const guint8 *state, guint worker);
/* See ::LullPartWatch. */
void lull_parts_tell (const LullApply *apply, LullTold what, guint message);
void lull_parts_owe (const LullApply *apply, guint message, gint by);
void lull_parts_count_future (const LullApply *apply, guint call, gint by);
void lull_parts_say_watched (const LullWorld *self,
                             const guint8 *state,
                             const LullStepLog *log,
                             GString *text);
void lull_parts_say (const LullWorld *self,
                     const guint16 *numbers,
                     const guint8 *state,
                     LullAction action,
                     GString *text);
void lull_parts_say_more (const LullWorld *self,
                          const guint8 *state,
                          const guint8 *next,
                          GString *text);
void lull_parts_describe (const LullWorld *self, const guint8 *state, GString *text);
void lull_parts_find_waits (TellWaits *waits, const LullWorld *world);
/* Work that remains, that join EPOCH had to wait for and that is no message, in words.
 * @return @transfer{full} */
GPtrArray *
lull_parts_list_pending (const LullWorld *self, const guint8 *state, guint epoch);

/* lull-world-node.c: everything that reaches into a protocol */
void
lull_node_init (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log);
void
lull_node_joined (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log);
/* WORKER learns that PEER is gone. */
void lull_node_peer_gone (
    const LullWorld *self, guint8 *state, guint worker, guint peer, LullStepLog *log);
void lull_node_step (
    const LullWorld *self, guint8 *state, guint worker, guint step, LullStepLog *log);
void lull_node_control (const LullWorld *self,
                        guint8 *state,
                        guint worker,
                        guint from,
                        const guint8 *payload,
                        LullStepLog *log);
void
lull_node_view (const LullWorld *self, const guint8 *state, guint worker, LullView *view);
/* Whether a step whose needs are met is enabled; only for those that have a guard of
 * their own. */
gboolean lull_node_guard_holds (const LullWorld *self,
                                const guint8 *state,
                                guint worker,
                                guint step);

/* A protocol broke its contract: "it …", static text. */
void lull_node_breach (guint8 *state, const char *fault, LullStepLog *log);

/* What a step would write to its outbox, without taking it. */
void lull_node_probe (const LullWorld *self,
                      const guint8 *state,
                      guint worker,
                      guint step,
                      LullOutbox *out);

/* … and what NEXT would write, were it the next step of the worker. */
void lull_node_probe_next (const LullWorld *self,
                           const guint8 *state,
                           guint worker,
                           guint step,
                           guint next,
                           LullOutbox *out);

/* Whether a step that does not look at the node writes it. */
gboolean lull_node_step_writes (const LullWorld *self,
                                const guint8 *state,
                                guint worker,
                                guint step);

/* Only for what the protocol has a callback for. */
void lull_node_basic (
    const LullWorld *self, guint8 *state, LullTold what, guint message, LullStepLog *log);

/* lull-world-collective.c: what a protocol contributes, and what it gets */

#define LULL_FAULT_OTHER_COLLECTIVE                                                      \
  "it contributed to another collective than the one that is being collected"

/* Adds a contribution, or a part of one, to what is combined in TOTAL. */
void lull_round_combine (const LullWorld *self,
                         guint8 *total,
                         guint worker,
                         guint collective,
                         const guint8 *part);
/* @return how that broke the contract, or NULL */
const char *lull_round_contribute (const LullWorld *self,
                                   guint8 *state,
                                   guint worker,
                                   const LullOutbox *out,
                                   LullStepLog *log);
guint8 lull_round_result (const LullWorld *self, const guint8 *state, guint worker);
/* Somebody is gone: completes the round if it waits for nobody else. */
void lull_round_recheck (const LullApply *apply);
void lull_round_take_result (const LullWorld *self, guint8 *state, guint worker);

/* lull-world-fairness.c */
void lull_world_prepare_fairness (LullWorld *self);

/* lull-world-ample.c */
guint lull_world_ample (const LullModel *model,
                        const guint8 *state,
                        LullAction *actions,
                        guint count);
void lull_world_prepare_ample (LullWorld *self);
/* Whether ACTION moves a message on where nobody looks. */
gboolean
lull_world_is_unseen (const LullWorld *self, const guint8 *state, LullAction action);

/* lull-world-group.c */
/* Puts the steps of a group of workers first that may be taken without those of others,
 * and returns their number; COUNT if there is none. */
guint lull_world_group (const LullWorld *self,
                        const guint8 *state,
                        LullAction *actions,
                        guint count);
void lull_world_prepare_group (LullWorld *self);

/* lull-world-agents.c */
void lull_world_prepare_agents (LullWorld *self);

/* lull-pool.c: the pools, and what waits for a thread where its order matters */
/* Who puts the answers to calls on the wire. */
LullSendTasks lull_pools_send_replies (const LullWorldConfig *config);
void lull_pools_prepare (LullWorld *self, const LullWorldConfig *config);
gboolean lull_pools_fit (const LullWorldConfig *config, const char **reason);
void lull_pools_free (LullWorld *self);
void lull_pool_push (
    const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind, guint message);
void
lull_pool_pop (const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind);
gboolean lull_pool_is_next (const LullWorld *self,
                            const guint8 *state,
                            guint worker,
                            LullTaskKind kind,
                            guint message);

/* lull-network.c: what is on the wire */
void lull_queue_push (const LullLink *queue, guint8 *state, guint8 item);
void lull_queue_pop (const LullLink *queue, guint8 *state);
void lull_link_push (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item);
void lull_link_pop (const LullWorld *self, guint8 *state, guint source, guint target);
/* Takes ITEM from the wire, wherever it stands there. */
void lull_link_remove (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item);
gboolean lull_link_is_head (
    const LullWorld *self, const guint8 *state, guint source, guint target, guint8 item);
gboolean lull_control_push (const LullWorld *self,
                            guint8 *state,
                            guint source,
                            guint target,
                            const guint8 *payload);
void lull_control_remove (const LullWorld *self, guint8 *state, guint record);
guint lull_control_count (const LullWorld *self, const guint8 *state);
/* Whether control message RECORD may be delivered, and is not the same as the one before
 * it. */
gboolean lull_control_ready (const LullWorld *self, const guint8 *state, guint record);

/* Which of the bags a step takes a message out of, or ::LULL_NO_BAG. */
#define LULL_NO_BAG G_MAXUINT
guint lull_world_bag_of (const LullWorld *self, LullAction action);

/* lull-world-describe.c */
void lull_world_describe (const LullModel *model,
                          const guint8 *state,
                          LullAction action,
                          GString *text);
/*
 * What a step does, without naming the worker that takes it. NUMBERS, or NULL, gives the
 * number by which each message is called: in any work, messages change slots.
 */
void lull_world_say (const LullWorld *self,
                     const guint16 *numbers,
                     const guint8 *state,
                     LullAction action,
                     GString *text);
/* "handler of call 2", "callback of reply 1", "main program" for ::LULL_NO_MESSAGE. */
void lull_world_program_name (const LullWorld *self,
                              const guint16 *numbers,
                              guint message,
                              GString *text);
/* What send() does with MESSAGE: "sends", "queues", "buffers". */
const char *lull_world_send_word (const LullWorld *self, guint message);
/* "second ", of the second of its kind; "" of the first. */
const char *lull_world_turn_words (guint turn);
/* "call 2", "reply 1": how messages are called everywhere. */
void lull_world_message_name (const LullWorld *self,
                              const guint16 *numbers,
                              guint message,
                              GString *text);
/* What the protocol read and was given in a step of its own, and what it made of a step,
 * whoever took that. Where it is not the protocol of the join, FOR_WHOM says so. */
void
lull_world_say_readings (const LullWorld *self, const LullStepLog *log, GString *text);
void lull_world_say_effects (const LullWorld *self,
                             const guint8 *state,
                             const LullStepLog *log,
                             const char *for_whom,
                             GString *text);
/* A line about WORKER in a state written for people. */
void lull_world_describe_worker (const LullWorld *self,
                                 const guint8 *state,
                                 guint worker,
                                 GString *text);
/* "join", or of several "join 2". */
const char *lull_world_join_name (const LullWorld *self, guint epoch);
/* What a protocol says of a worker's node; empty if it says nothing. */
void lull_world_node_words (
    const LullWorld *self, const guint8 *state, guint worker, char *words, gsize size);
/* What a worker's node has counted of PEER; FALSE if its protocol does not compare pairs.
 */
gboolean lull_world_count_peer (const LullWorld *self,
                                const guint8 *state,
                                guint worker,
                                guint peer,
                                guint *sent,
                                guint *done);
/* … and any message in bag number BAG. */
void lull_world_record_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size);
void lull_world_control_words (const LullWorld *self,
                               const guint8 *payload,
                               char *words,
                               gsize size);

G_END_DECLS
