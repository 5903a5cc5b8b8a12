import { expect, test } from 'vitest'
import { answersOf } from '../../collections/queries.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { isSubmitted } from '../../collections/interview/plan-move.ts'
import { entriesOf, payloadOf, refusedInterview } from '../../collections/interview/refusals.ts'
import { storedDocument } from '../../collections/interview/logged.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { hiddenBy, type SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { deleteFromBin } from '../../collections/writes/write-bin.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import {
  discardDraft,
  keepLateAnswers,
  startEditDraft,
} from '../../collections/writes/write-work.ts'
import { endSubmission } from '../../replication/bin/end-submission.ts'
import { restoreFromBin } from '../../replication/bin/restore-from-bin.ts'
import { undoDelete, submitInterview, type SubmitParts } from '../../replication/submit.ts'
import { carriedBy } from '../../replication/outbox/carried.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { settle } from '../../replication/settle/settle.ts'
import { moveToRecovery } from '../../replication/recovery/recover.ts'
import { markDeleted } from '../collections/commit.ts'
import { draftIn, draftsIn } from '../drafts.ts'
import { deleteRecoveryEntry, entriesIn, reopenEntry, tryAgain } from '../recovery.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { clock, databaseForEachTest, db } from './saved-work.ts'

/**
 * Random events over the whole table of the machine, through the product's own writes. At each moment an interview has one
 * state, in one list, and what the surveyor typed last can be reached.
 */

databaseForEachTest()

const parts = (): SubmitParts => {
  const network = { isOnline: () => false }
  return {
    db,
    env: { clock, network, registerSync: () => {} },
    sync: { wake: () => Promise.resolve() },
  } as never
}
const place = { latitude: null, longitude: null, accuracy: null }

/** What happens to one interview; `last` is what was typed last, by field, without what the surveyor let go. */
interface Play {
  readonly random: Random
  id: string
  readonly last: Map<string, string>
  typed: number
}

const docOf = ({ id }: Play) => storedDocument(db.submissions, id)
const itemOf = async ({ id }: Play) =>
  (await db.outbox.findOne(submissionItemId(id)).exec())?.toMutableJSON() ?? null
const live = async ({ id }: Play) =>
  (await answersOf(id).build(db.form_responses).exec()).map(doc => doc.toMutableJSON())

const type = async (play: Play): Promise<void> => {
  const field = play.random.pick(['q', 'r', 's'])
  const text = `typed ${(play.typed += 1)}.`
  play.last.set(field, text)
  await keepAnswer(db, play.id, field, text, clock.now())
}

/** The surveyor lets go of what was typed, as far as these texts contain it. */
const letGo = ({ last }: Play, of: unknown): void => {
  const texts = JSON.stringify(of)
  for (const [field, text] of last) if (texts.includes(text)) last.delete(field)
}

type Act = (play: Play) => Promise<void>

const acts: Readonly<Record<string, Act>> = {
  type: async play => {
    const doc = await docOf(play)
    const isThere = doc !== null && !doc._deleted
    if (!isThere) {
      const form = {
        formId: '3',
        formName: 'Form',
        definitionHash: 'v1',
        clientKey: `key-${play.typed}`,
      }
      play.id = (await startDraft(db, { ...form, now: clock.now() })).id
    } else if (doc.work === undefined) {
      if (doc.state !== 'binned' && !isSubmitted(doc) && refusedInterview(doc) === null) return
      await startEditDraft(db, doc, clock.now())
    }
    await type(play)
  },
  late: async play => {
    const doc = await docOf(play)
    if (doc === null || doc._deleted || doc.work !== undefined) return
    if (!isSubmitted(doc) && refusedInterview(doc) === null) return
    await type(play)
    await keepLateAnswers(db, play.id, clock.now())
  },
  submit: async play => {
    const draft = await draftIn(db, play.id)
    if (draft === null) return
    const read = await live(play)
    const before = draft.submission_id === '' ? {} : ((await docOf(play))?.answers ?? {})
    const given = Object.fromEntries(read.map(({ question_id, value }) => [question_id, value]))
    const answers = { ...before, ...given }
    await submitInterview(parts(), draft, {
      answers,
      files: [],
      place,
      address: '',
      city: '',
      read,
    })
  },
  discard: async play => {
    const doc = await docOf(play)
    if (doc?.work === undefined) return
    letGo(play, await live(play))
    await discardDraft(db, play.id)
  },
  delete: async play => {
    if (isSubmitted(await docOf(play))) await markDeleted(db, play.id, clock.now())
  },
  undo: async play => {
    if ((await docOf(play))?.state === 'deleting') await undoDelete(parts(), play.id)
  },
  restore: async play => {
    await restoreFromBin(db, play.id, clock.now())
  },
  forget: async play => {
    if ((await docOf(play))?.state !== 'binned') return
    await deleteFromBin(db, play.id)
    play.last.clear()
  },
  answer: async play => {
    const [doc, item] = [await docOf(play), await itemOf(play)]
    if (!isSubmitted(doc) || item === null) return
    const carried = await carriedBy(pendingOperations(doc.crdts))
    if (doc.server_id === '') {
      if (doc.state === 'deleting') return settle(db, item, { kind: 'deleted' }, clock.now())
      const serverId = `row-${play.typed}-${clock.now()}`
      const sent = { kind: 'created', serverId, row: null, differs: false, carried } as const
      return settle(db, item, sent, clock.now())
    }
    const isDeletion = doc.state === 'deleting'
    const sent = isDeletion ? { kind: 'deleted' } : { kind: 'updated', row: null, carried }
    await settle(db, item, sent as never, clock.now())
  },
  refuse: async play => {
    const [doc, item] = [await docOf(play), await itemOf(play)]
    if (!isSubmitted(doc) || item === null) return
    const method = doc.server_id === '' ? 'POST' : doc.state === 'deleting' ? 'DELETE' : 'PUT'
    await (await db.outbox.findOne(item.id).exec())?.incrementalPatch({ method })
    const isGone = method === 'PUT' && play.random.chance(0.5)
    const why = isGone ? { reason: 'deleted', status: 404 } : { reason: 'refused', status: 422 }
    await moveToRecovery(db, item.id, { ...why, message: '', inDoubt: false } as never, clock.now())
  },
  again: async play => {
    const entry = (await entriesIn(db)).find(({ submission_id }) => submission_id === play.id)
    if (entry !== undefined) await tryAgain(db, entry.id, clock.now())
  },
  reopen: async play => {
    const entry = (await entriesIn(db)).find(({ submission_id }) => submission_id === play.id)
    if (entry === undefined) return
    const opened = await reopenEntry(db, entry.id, clock.now(), () => `copy-${clock.now()}`)
    if (opened?.kind === 'draft') play.id = opened.draftId
  },
  drop: async play => {
    const entry = (await entriesIn(db)).find(({ submission_id }) => submission_id === play.id)
    if (entry === undefined) return
    await deleteRecoveryEntry(db, entry.id, clock.now())
    letGo(play, payloadOf(entry))
  },
  elsewhere: async play => {
    await endSubmission(db, play.id, 'elsewhere', clock.now())
  },
}

const homes: Readonly<Record<SubmissionDoc['state'], number>> = {
  open: hiddenBy.filling,
  unsent: hiddenBy.nothing,
  stored: hiddenBy.nothing,
  deleting: hiddenBy.deletion,
  refused: hiddenBy.refusal,
  binned: hiddenBy.bin,
}

/** What is wrong with what is stored. */
const problemsOf = async ({ last }: Play): Promise<readonly string[]> => {
  const docs = (await db.submissions.find().exec()).map(doc => doc.toMutableJSON() as SubmissionDoc)
  const [drafts, entries] = [await draftsIn(db), await entriesIn(db)]
  const problems: string[] = []
  const all: unknown[] = []
  for (const doc of docs) {
    const { id, state, hidden, work, refusals = [] } = doc
    if (homes[state] !== hidden) problems.push(`${id} is ${state} in the list ${hidden}`)
    if (state === 'open' && work === undefined) problems.push(`${id} is open without work`)
    if ((work !== undefined) !== drafts.some(draft => draft.id === id))
      problems.push(`the work on ${id} is not among the unfinished`)
    if (refusals.length !== entries.filter(({ submission_id }) => submission_id === id).length)
      problems.push(`the refusals of ${id} are not in Recovery`)
    if (state === 'refused' && refusals.length === 0) problems.push(`nothing leads to ${id}`)
    const given = work === undefined ? [] : await answersOf(id).build(db.form_responses).exec()
    all.push(
      doc.answers,
      given.map(({ value }) => value),
      entriesOf(doc).map(entry => payloadOf(entry).submission?.answers),
    )
  }
  const texts = JSON.stringify(all)
  const lost = [...last.values()].filter(text => !texts.includes(text))
  return [...problems, ...lost.map(text => `'${text}' is nowhere`)]
}

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'an interview is always in one state, and what was typed is reachable: seed %i',
  async seed => {
    const play: Play = { random: createRandom(seed), id: 'none', last: new Map(), typed: 0 }
    const done: string[] = []
    let problems: readonly string[] = []
    for (let step = 0; step < 40 && problems.length === 0; step += 1) {
      const name = play.random.pick(Object.keys(acts))
      clock.advance(1000)
      await queueUnsent(db, clock.now())
      await acts[name]?.(play)
      done.push(`${name}: ${(await docOf(play))?.state ?? 'gone'}`)
      problems = await problemsOf(play)
    }
    expect({ problems, done }).toEqual({ problems: [], done })
  },
)
