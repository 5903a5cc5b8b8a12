import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs about contents and people: what is in an interview, and whose it is. */
export const contentBugs: readonly PlantedBug[] = [
  // About contents.
  bug(
    'photos are cut in half',
    'replication/http/api.ts',
    "body.append('files[]', file.bytes, file.name)",
    "body.append('files[]', file.bytes.slice(0, file.bytes.size / 2), file.name)",
  ),
  bug(
    'an answer cleared by an edit is not sent as cleared',
    'replication/rows/submission-rows.ts',
    'const cleared = [...only].filter(key => !Object.hasOwn(doc.answers, key))',
    'const cleared: string[] = []',
    'an answer that was cleared before the answer came stays cleared',
  ),
  bug(
    "a deletion's news destroys unsent edits",
    'replication/bin/end-submission.ts',
    "if (reason !== 'surveyor' && !unsent.every(hides)) return\n",
    "if (reason !== 'surveyor' && !unsent.every(hides)) return planJoined(transaction, db, submissionId)\n",
    'unsent edits outlive a deletion elsewhere',
  ),
  bug(
    'the latitude is the longitude',
    'replication/rows/submission-rows.ts',
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
    '    else await planEndOfWork(transaction, db, id, read, now)\n',
    `    else await planEndOfWork(transaction, db, id, read, now)
    for (const other of await db.submissions.find().exec())
      if (other.state === 'open') await transaction.remove(db.submissions, other.id)\n`,
    'an open edit can be submitted though its submission was deleted elsewhere',
  ),
  bug(
    'texts lose the space around them on their way',
    'replication/rows/submission-rows.ts',
    "value: typeof value === 'string' ? value : JSON.stringify(value),",
    "value: typeof value === 'string' ? value.trim() : JSON.stringify(value),",
    'every kind of answer arrives as it was given',
  ),
  bug(
    'a text in brackets is read as a list',
    'replication/rows/row-answers.ts',
    "isListKind(kind) ? (jsonList(text, 'anything') ?? text) : text",
    "jsonList(text, 'anything') ?? text",
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
    'replication/attempt/attempt-files.ts',
    'files: readable.map(',
    'files: readable.slice(0, 1).map(',
    'every kind of answer arrives as it was given',
  ),
  bug(
    'a file that an edit takes out is not taken back',
    'replication/attempt/attempt-submission.ts',
    "context.extensions()?.has('remove-files') ? removedAddresses(rebased) : [],",
    '[],',
    'a photo that was taken out stays out when the interview is edited again',
  ),
  bug(
    'the bin names no files',
    'collections/writes/write-bin.ts',
    '    files: keptFiles(stored),\n',
    '    files: [],\n',
    'unsent photos outlive a deletion elsewhere',
  ),
  bug(
    'what disappears is not kept in the bin',
    'replication/bin/end-submission.ts',
    '    const base = holdsWork(stored) ? asBinned(stored, reason, now) : asEnded(stored)\n',
    '    const base = asEnded(stored)\n    void asBinned\n',
    'unsent photos outlive a deletion elsewhere',
  ),
  bug(
    'a copy is neither noted nor shown',
    'replication/pull/copies.ts',
    '  return planCopies(transaction, db, original.id, copies => [...copies, row.id])',
    '  return original !== undefined',
    'a POST that the browser repeats ends as one card, and nothing is deleted',
  ),
  bug(
    'the phone deletes a copy by itself',
    'replication/pull/pull-submissions.ts',
    '  await endMissing(context, gone.value, listed.value)\n',
    `  await endMissing(context, gone.value, listed.value)
  for (const { copies } of await context.db.submissions.find().exec())
    for (const copy of copies ?? []) await context.api.deleteSubmission(copy, 1000)
`,
    'a POST that the browser repeats ends as one card, and nothing is deleted',
  ),
  bug(
    'an interview opened from Recovery forgets its place',
    'collections/writes/write-recovery.ts',
    'isWhole: true, ...sentBefore(payloadOf(entry)) }',
    'isWhole: true, latitude: null, longitude: null }',
    'a refused interview keeps its place when it is opened',
  ),
  // About people.
  {
    name: 'requests carry the token of the present surveyor, and runs outlive their workspace',
    places: [
      {
        file: 'replication/http/client.ts',
        replace: `    forAccount: account => makeClient({ ...env, ...account }, { ...shared, needsToken: true }),
    close: () => {
      isClosed = true
      for (const abort of inFlight) abort.abort()
    },`,
        by: `    forAccount: () => makeClient(env, { ...shared, needsToken: true }),
    close: () => {
      isClosed = false
    },`,
      },
      {
        file: 'replication/lock.ts',
        replace: '      isStopped = true\n',
        by: '      isStopped = false\n',
      },
    ],
    shownBy: 'a session that expires while answers are slow sends nothing in another name',
  },
  bug(
    'an edited telephone number is sent as it was',
    'replication/attempt/attempt-profile.ts',
    'accountUpdate({ first_name, last_name, phone_number }, picture)',
    'accountUpdate(\n    { first_name, last_name, phone_number: phone_number && account.value.phone_number },\n    picture,\n  )',
    'an edit of the profile arrives',
  ),
  bug(
    'a restored backup leaves the photos behind',
    'src/backup/restore/restore-backup.ts',
    'await writeFiles(restore, plan)',
    'void writeFiles',
    'a backup brings work and photos to a second phone',
  ),
  bug(
    'occurrences of two phones take the same number',
    'replication/occurrences/keep-apart.ts',
    'if (moves.size === 0) return edits',
    'if (moves.size >= 0) return edits',
    'members',
  ),
]
