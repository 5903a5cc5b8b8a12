import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'

/** What the collections hold reaches and leaves the device through RxDB's replications: only their handlers make these calls. */

const callers = (calls: RegExp): readonly string[] =>
  sourceFiles
    .filter(({ path }) => /^(src|replication|collections)\/(?!http\/)/.test(path))
    .filter(({ text }) => calls.test(text))
    .map(({ path }) => path)

test('work is sent by the attempts of the push handler', () => {
  const sending =
    /\bapi\.(createSubmission|updateSubmission|deleteSubmission|uploadFiles|accountUpdate)\(/
  expect(callers(sending).filter(path => !path.startsWith('replication/attempt/'))).toEqual([])
  expect(callers(/\battempt\(context/)).toEqual(['replication/run/work-off.ts'])
  expect(callers(/\bworkOff\(/)).toEqual(['replication/run/runner.ts'])
  expect(callers(/\brunner\.run\(/)).toEqual(['replication/drain.ts', 'replication/sync.ts'])
})

test('forms, the account and the counts are fetched for the pull handlers', () => {
  expect(callers(/\bapi\.(forms|form|formFile)\(|\breadAllForms\(/)).toEqual([
    'replication/pull/forms/pull-forms.ts',
  ])
  expect(callers(/\bapi\.stats\(/)).toEqual(['replication/pull/pull-account.ts'])
  // The other calls ask whether the session and the account are valid.
  expect(callers(/\bapi\.account\(/)).toEqual([
    'replication/attempt/attempt-profile.ts',
    'replication/attempt/attempt.ts',
    'replication/attempt/sending.ts',
    'replication/drain.ts',
    'replication/pull/pull-account.ts',
  ])
})

test('rows are listed for the pull handler, and to find a row whose answer was lost', () => {
  expect(callers(/\bapi\.(changes|submissions)\(|\breadAllRows\(/)).toEqual([
    'replication/attempt/attempt-submission.ts',
    'replication/attempt/restored.ts',
    'replication/pull/pull-submissions.ts',
    'replication/pull/restore-edits.ts',
  ])
  // One row, when the surveyor opens it or deletes it.
  expect(callers(/\btakeRows\(/)).toEqual([
    'replication/keep-files.ts',
    'replication/pull/pull-submissions.ts',
    'src/features/fill/opening/open-edit.ts',
    'src/features/submissions/detail/use-submission.ts',
  ])
})
