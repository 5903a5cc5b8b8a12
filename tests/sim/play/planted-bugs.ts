/** Where planted bugs show themselves: on days as they are, in random histories, on days that are struck. */
export const kinds = [
  'calm',
  'faults',
  'phones',
  'tabs',
  'sleep',
  'deaths',
  'full',
  'histories',
  'crash',
  'freeze',
] as const

/** A deliberate fault: a piece of the product's source, and what stands in its place in one test run. */
export interface PlantedBug {
  readonly name: string
  /** From the project's root. */
  readonly file: string
  /** Must be there exactly once. */
  readonly replace: string
  readonly by: string
  /** Where to look for it first: one of the kinds, or a day on which something was once found. */
  readonly shownBy: string
}

const bug = (
  name: string,
  file: string,
  replace: string,
  by: string,
  shownBy: PlantedBug['shownBy'] = 'phones',
): PlantedBug => ({ name, file, replace, by, shownBy })

/** Each is switched on alone, and some history must notice it. */
export const plantedBugs: readonly PlantedBug[] = [
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
    'an edit made while the answer was under way is taken for sent',
    'replication/outbox/confirm.ts',
    'const later = isOurs ? pending.slice(sentOps) : []',
    'const later = isOurs ? pending.slice(pending.length) : []',
    'calm',
  ),
  bug(
    'refused work is thrown away',
    'replication/recovery/recover.ts',
    '  if (submission === null) await db.recovery.insertIfNotExists(entry)\n  else await upsert(db.recovery, entry)\n',
    '  void entry\n  void upsert\n',
  ),
  bug(
    'a move to Recovery that was begun is not finished',
    'replication/recovery/recover.ts',
    "selector: { state: 'recovering' },",
    "selector: { state: 'recovering', rank: 99 },",
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
    'replication/outbox/settle.ts',
    "  if (latest !== null) await queueFiles(db, latest, now, 'ready')\n",
    '',
    'calm',
  ),
  bug(
    'a submission is called synced while files are missing',
    'replication/submission-rows.ts',
    "    server_id: serverId,\n    files_pending: filesPending,\n    syncStatus: filesPending > 0 ? 'pending' : 'synced',",
    "    server_id: serverId,\n    files_pending: 0,\n    syncStatus: 'synced',",
    'faults',
  ),
  bug(
    'files are sent again after a lost answer',
    'replication/outbox/attempt/attempt-files.ts',
    "if (fileIds.length > 0) return { kind: 'uploaded', fileIds, lost: found.lost }",
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
    'const pending = stored === null ? [] : pendingOperations(stored.crdts)',
    'const pending = [] as never[]',
    'faults',
  ),
  bug(
    'an edit is sent without looking at what others changed',
    'replication/outbox/attempt/attempt-submission.ts',
    '            base: rowToBase(row.value, stored, kinds),\n',
    `            base: rowToBase(
              { ...row.value, answers: toCreateRequest(stored).answers },
              stored,
              kinds,
            ),\n`,
    'faults',
  ),
  bug(
    'an edit made during a run is forgotten when its item is closed',
    'replication/outbox/settle.ts',
    'if (latest !== null && hasUnsentOperations(latest)) {',
    'if (latest !== null && hasUnsentOperations(latest) && false) {',
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
    'a submitted draft is left after a crash',
    'collections/writes/finish-interrupted.ts',
    '  await removeDraft(db, draft.id)\n',
    '',
    'deaths',
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
    'const finishRecovery = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {\n',
    'const finishRecovery = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {\n  if (item.type === "SUBMISSION") await buryDocument(db, item.submission_id)\n',
    'phones',
  ),
  bug(
    'a tab that slept through its lease goes on sending',
    'replication/lock.ts',
    `        expiresAt = extended?.expiresAt ?? 0
        return extended !== null && !isStopped
      }
      try {
        return await task({
          token,
          extend,
          isHeld: () => !isStopped && expiresAt > env.clock.now(),`,
    `        expiresAt = extended?.expiresAt ?? 0
        return true
      }
      try {
        return await task({
          token,
          extend,
          isHeld: () => expiresAt >= 0,`,
    'sleep',
  ),
  // Of content.
  bug(
    'photos are cut in half',
    'replication/http/api.ts',
    "body.append('files[]', file.bytes, file.name)",
    "body.append('files[]', file.bytes.slice(0, file.bytes.size / 2), file.name)",
  ),
  bug(
    'an answer cleared by an edit is not sent as cleared',
    'replication/submission-rows.ts',
    'const cleared = [...only].filter(key => !(key in doc.answers))',
    'const cleared: string[] = []',
    'an answer that was cleared before the answer came stays cleared',
  ),
  bug(
    "a deletion's news destroys unsent edits",
    'replication/bin/end-submission.ts',
    "if (reason !== 'surveyor' && pendingOperations(stored.crdts).length > 0) return\n",
    "if (reason !== 'surveyor' && pendingOperations(stored.crdts).length > 0) return buryDocument(db, submissionId)\n",
    'unsent edits outlive a deletion elsewhere',
  ),
  bug(
    'the latitude is the longitude',
    'replication/submission-rows.ts',
    '  latitude: doc.latitude,\n',
    '  latitude: doc.longitude,\n',
  ),
  bug(
    'an edit does not say which revision it changes',
    'replication/http/api.ts',
    "...(rev === '' ? {} : { headers: { 'If-Match': `\"${rev}\"` } }),",
    '',
  ),
  bug(
    'a submit removes all other drafts',
    'replication/submit.ts',
    '  await removeDraft(parts.db, draft.id)\n',
    '  await removeDraft(parts.db, draft.id)\n  await parts.db.drafts.find().remove()\n',
    'an open edit can be submitted though its submission was deleted elsewhere',
  ),
  bug(
    'texts lose the space around them on their way',
    'replication/submission-rows.ts',
    "value: typeof value === 'string' ? value : JSON.stringify(value),",
    "value: typeof value === 'string' ? value.trim() : JSON.stringify(value),",
    'every kind of answer arrives as it was given',
  ),
  bug(
    'a text in brackets is read as a list',
    'replication/submission-rows.ts',
    "const list = kind === 'list' || kind === undefined ? jsonList(text) : null",
    'const list = jsonList(text)',
    'every kind of answer arrives as it was given',
  ),
  bug(
    'every file has one name',
    'replication/http/api.ts',
    "body.append('files[]', file.bytes, file.name)",
    "body.append('files[]', file.bytes, 'file')",
  ),
  bug(
    'files go under another field',
    'replication/http/api.ts',
    "body.append('field_id', upload.fieldId)",
    "body.append('field_id', 'photo')",
  ),
  bug(
    'only the first photo of a field is sent',
    'replication/outbox/attempt/attempt-files.ts',
    'files: readable.map(',
    'files: readable.slice(0, 1).map(',
    'every kind of answer arrives as it was given',
  ),
  bug(
    'a file that an edit takes out is not taken back',
    'replication/outbox/attempt/attempt-submission.ts',
    "context.extensions()?.has('remove-files') ? removedAddresses(rebased) : [],",
    '[],',
    'a photo that was taken out stays out when the interview is edited again',
  ),
  bug(
    'the bin names no files',
    'collections/writes/write-bin.ts',
    'file_ids: stored.files.filter(({ removed }) => removed !== true).map(({ id }) => id),',
    'file_ids: [],',
    'unsent photos outlive a deletion elsewhere',
  ),
  bug(
    'what disappears is not kept in the bin',
    'replication/bin/end-submission.ts',
    'if (!isEdited && holdsWork(stored)) await keepInBin(db, stored, reason, now)',
    'void keepInBin\n    void holdsWork\n    void isEdited',
    'unsent photos outlive a deletion elsewhere',
  ),
  bug(
    'an interview opened from Recovery forgets its place',
    'collections/writes/reopen-recovered.ts',
    '    latitude: submission.latitude,\n    longitude: submission.longitude,\n',
    '    latitude: null,\n    longitude: null,\n',
    'an interview opened from Recovery is on the phone once though it had arrived',
  ),
  // Of people.
  bug(
    'requests carry the token of whoever is signed in, and outlive their workspace',
    'replication/http/client.ts',
    `    forAccount: account => makeClient({ ...env, ...account }, { ...shared, needsToken: true }),
    close: () => {
      isClosed = true
      for (const abort of underWay) abort.abort()
    },`,
    `    forAccount: () => makeClient(env, { ...shared, needsToken: true }),
    close: () => {
      isClosed = false
    },`,
    'a session that expires while answers are slow sends nothing in another name',
  ),
  bug(
    'an edited telephone number is sent as it was',
    'replication/outbox/attempt/attempt-profile.ts',
    'accountUpdate({ first_name, last_name, phone_number }, picture)',
    'accountUpdate(\n    { first_name, last_name, phone_number: phone_number && account.value.phone_number },\n    picture,\n  )',
    'an edit of the profile arrives',
  ),
  bug(
    'a restored backup leaves the photos behind',
    'src/backup/restore/restore-backup.ts',
    'const files = await writeFiles(db, backup.pieces(), plan)',
    'void writeFiles\n  const files = 0',
    'a backup brings work and photos to a second phone',
  ),
]
