import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs about delivery: what is sent, when, how often, and what happens with the answer. */
export const deliveryBugs: readonly PlantedBug[] = [
  bug(
    'a lost answer is not looked for before the interview is sent again',
    'replication/outbox/attempt/attempt-submission.ts',
    'if (found !== null) return found',
    'if (found !== null && found.kind !== "created") return found',
  ),
  bug(
    'a request is not noted before it leaves',
    'replication/outbox/attempt/attempt-submission.ts',
    `    payload: { ...body },
    in_doubt: true,`,
    `    payload: { ...body },
    in_doubt: false,`,
  ),
  bug(
    'the body of a repeated request is not frozen',
    'replication/outbox/attempt/attempt-submission.ts',
    'const body = isRepeat ? frozenBody(item, stored) : toCreateRequest(stored)',
    'const body = toCreateRequest(stored)',
  ),
  bug(
    'a repeated request has a key of its own',
    'replication/outbox/attempt/attempt-submission.ts',
    'stored.client_key || stored.id,',
    'isRepeat ? `${stored.client_key}-again` : stored.client_key,',
  ),
  bug(
    'an edit made while the request was in flight is taken for sent',
    'replication/outbox/settle/confirm.ts',
    'const later = isOurs ? pending.slice(sentOps) : pending.filter(hides)',
    'const later = isOurs ? pending.slice(pending.length) : pending.filter(hides)',
    'calm',
  ),
  bug(
    'refused work is thrown away',
    'replication/recovery/recover.ts',
    `  if (submission === null) await transaction.insert(db.recovery, entry)
  else {
    const id = await freeEntryId(transaction, db, item, entry.kind)
    await transaction.put(db.recovery, { ...entry, id })
  }\n`,
    '  void entry\n',
  ),
  bug(
    'a move to Recovery that was begun is not finished',
    'collections/queries.ts',
    "state: 'recovering', rank: inOrder,",
    "state: 'recovering', rank: 99,",
  ),
  bug(
    'two tabs send at the same time',
    'replication/lock.ts',
    'if (!isFree) return null',
    '',
    'tabs',
  ),
  bug(
    'every refusal is permanent, also of a server that asks for patience',
    'replication/http/failure.ts',
    "if (isClientError && (permanentStatuses.has(status) || why !== 'refused')) {",
    'if (isClientError || status === 429) {',
    'faults',
  ),
  bug(
    'an ended session counts as a try',
    'replication/http/failure.ts',
    "if (status === 401) return { kind: 'unauthorized', message }",
    "if (status === 401) return { kind: 'temporary', why: 'server', status, message, body: json }",
    'faults',
  ),
  bug(
    "a portal's page is taken for a refusal",
    'replication/http/failure.ts',
    "if (json === undefined) return { kind: 'malformed', status, foreign: true }",
    "if (json === undefined && status < 400) return { kind: 'malformed', status, foreign: true }",
    'faults',
  ),
  bug(
    'being without a network counts as a try',
    'replication/outbox/decide.ts',
    'retryCount: item.retryCount,\n            nextRetryAt: now + pauseMs,',
    'retryCount: item.retryCount + 1,\n            nextRetryAt: now + pauseMs,',
    'faults',
  ),
  bug(
    'files are not waited for',
    'replication/outbox/settle/settle.ts',
    "  if (latest !== null) await planFiles(transaction, db, latest, now, 'ready')\n",
    '',
    'calm',
  ),
  bug(
    'a submission is called synced while files are missing',
    'replication/rows/submission-rows.ts',
    "    server_id: serverId,\n    files_pending: filesPending,\n    syncStatus: filesPending > 0 ? 'pending' : 'synced',",
    "    server_id: serverId,\n    files_pending: 0,\n    syncStatus: 'synced',",
    'faults',
  ),
  bug(
    'files are sent again after a lost answer',
    'replication/outbox/attempt/attempt-files.ts',
    "if (fileIds.length > 0) return { kind: 'uploaded', fileIds, row: null, lost: found.lost }",
    '',
    'faults',
  ),
  bug(
    'what a page does not list is deleted',
    'replication/pull/pull-absent.ts',
    '    if (row.ok) continue\n',
    '    if (row.ok) gone.push(serverId)\n    if (row.ok) continue\n',
    'faults',
  ),
  bug(
    "the server's row overwrites unsent edits",
    'replication/pull/take-rows.ts',
    'const isEdited = stored !== null && pendingOperations(stored.crdts).length > 0',
    'const isEdited = false',
    'faults',
  ),
  bug(
    'an edit is sent without looking at what others changed',
    'replication/outbox/attempt/attempt-submission.ts',
    'const base = keepFirstBody(rowToBase(row.value, known, kinds), stored)',
    'const base = rowToBase({ ...row.value, answers: toCreateRequest(stored).answers }, known, kinds)',
    'faults',
  ),
  bug(
    'an edit made during a run is forgotten when its item is closed',
    'replication/outbox/settle/settle.ts',
    "if (item.type === 'SUBMISSION') await planQueueingRest",
    "if (item.type === 'SUBMISSION' && false) await planQueueingRest",
    'calm',
  ),
  bug(
    'work that a full disk left without an item is not queued',
    'replication/sync.ts',
    '    await queueUnsent(db, env.clock.now())\n',
    '',
    'full',
  ),
  bug(
    'a submitted draft is left',
    'replication/submit.ts',
    '    const late = await planDraftRemoval(transaction, db, draft.id, read)\n',
    '    const late: never[] = []\n',
    'calm',
  ),
  bug(
    'the cursor of changes is kept before its changes are',
    'replication/pull/pull-submissions.ts',
    '    if (restarted) await noteRestart(context.db)\n',
    `    if (restarted) await noteRestart(context.db)
    await writeSetting(context.db, 'changesCursor', next)\n`,
    'full',
  ),
  bug(
    'the submission is removed before it is in Recovery',
    'replication/recovery/recover.ts',
    '    if (await transact(transaction => planRecovery(transaction, db, item, now))) moved.push(item)\n',
    `    const isMade = doc.type === 'SUBMISSION'
    if (isMade) await transact(transaction => planEnd(transaction, db, doc.submission_id))
    if (await transact(transaction => planRecovery(transaction, db, item, now))) moved.push(item)\n`,
    'phones',
  ),
  bug(
    'a tab that slept through its lease goes on sending',
    'replication/lock.ts',
    `      const isHeld = (requestMs: number): boolean =>
        !isStopped && expiresAt > env.clock.now() + requestMs`,
    `      const isHeld = (requestMs: number): boolean => expiresAt + requestMs >= 0`,
    'sleep',
  ),
  bug(
    'a success that refuses is taken for one',
    'replication/http/failure.ts',
    'if (status >= 200 && status < 300 && !isRefusing(json)) return null',
    'if (status >= 200 && status < 300) return null',
    'what a success refuses is not taken for sent',
  ),
  bug(
    'all files of a question leave in one request',
    'replication/outbox/attempt/attempt-files.ts',
    '  const readable = firstOf(found.readable, context.api)\n',
    '  const readable = found.readable\n',
    'more photos than one request takes all arrive',
  ),
]
