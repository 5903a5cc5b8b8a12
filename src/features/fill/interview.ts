import { ReplaySubject, Subscription, switchMap, type Observable } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import type { DraftDoc } from '../../../collections/drafts.ts'
import type { FileUploadDoc } from '../../../collections/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/form-responses.ts'
import type { Answer, SubmissionDoc } from '../../../collections/submissions.ts'
import { discardDraft, removeFile } from '../../../collections/write-interview.ts'
import type { Env } from '../../env.ts'
import { asciiDigits } from '../../lib/ascii-digits.ts'
import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import { fitAnswer } from './answer-shape.ts'
import { createAnswerMerge } from './answer-merge.ts'
import { localDay, partOf, type CompiledField, type CompiledForm } from './compile.ts'
import { createDraftWriter, type DraftWriter } from './draft-writer.ts'
import { createFillForm, type FillForm } from './fill-form.ts'
import {
  draftGone$,
  filesChanged$,
  groupByField,
  readFiles,
  writtenAnswers$,
} from './follow-draft.ts'
import { followLogic, type LogicState } from './follow-logic.ts'
import { takeBackChanges } from './take-back.ts'
import { createShownProblems, type ShownProblems } from './shown-problems.ts'
import { createValidity, type Validity } from './validity.ts'

/** What an interview begins with, read from the device. */
export interface Opening {
  readonly form: CompiledForm
  /** null for one that nobody has typed into yet. */
  readonly draft: DraftDoc | null
  readonly answers: readonly FormResponseDoc[]
  readonly files: readonly FileUploadDoc[]
  /** The submission that is edited; null for a new interview. */
  readonly submission: SubmissionDoc | null
  /** Writes the draft at the first keystroke. */
  readonly begin: () => Promise<DraftDoc>
}

/** Who ended an interview that is still shown; nothing typed into it would be kept any more. */
export type Ending = 'here' | 'elsewhere'

/** One interview on screen: its answers, what is wrong with them, and their way to the device. */
export interface Interview {
  readonly form: CompiledForm
  readonly submission: SubmissionDoc | null
  readonly answers: FillForm
  readonly files: KeyedStore<readonly FileUploadDoc[]>
  /** What the form's own rules say, as far as it has any. */
  readonly logic: LogicState
  /** Changes under a field's id when its rules say something else of it, and under the key of its part. */
  readonly logicTicks: KeyedStore<number>
  readonly validity: Validity
  readonly problems: ShownProblems
  readonly writer: DraftWriter
  /** Emits once it has ended: discarded here, or submitted or discarded in another tab. */
  readonly ended$: Observable<Ending>
  readonly edit: (field: CompiledField, answer: Answer) => void
  readonly focus: (field: CompiledField) => void
  readonly blur: (field: CompiledField) => void
  /**
   * Takes a file out of the interview. One of a submission that is edited stays on the device: until the
   * edit is submitted it is still the submission's.
   */
  readonly removeFile: (field: CompiledField, file: FileUploadDoc) => Promise<void>
  /** The files as they are stored, without those taken out. */
  readonly readFiles: () => Promise<readonly FileUploadDoc[]>
  /** Whether anything was changed since it was opened. */
  readonly isDirty: () => boolean
  /** Marks a change that is no answer, such as a file. */
  readonly markDirty: (field: CompiledField) => void
  /** From now on the draft may go without a word: it is being submitted. False takes it back. */
  readonly setLeaving: (isLeaving: boolean) => void
  /**
   * Takes back what was changed since it was opened. One begun just now is gone then; a draft that was
   * resumed is as it was, but for files that were taken out of it.
   */
  readonly discard: () => Promise<void>
  /** Brings everything to the device and stops following it. */
  readonly close: () => Promise<void>
}

const noFiles: readonly FileUploadDoc[] = []

/** Makes an interview of what was read, and follows its draft from then on. */
export const createInterview = (
  { db, env }: { readonly db: Database; readonly env: Pick<Env, 'clock' | 'visible$'> },
  opening: Opening,
): Interview => {
  const { form, submission } = opening
  const answers = createFillForm(
    form.fields,
    new Map(opening.answers.map(({ question_id, value }) => [question_id, value])),
  )
  const files = createKeyedStore(noFiles)
  for (const [fieldId, members] of groupByField(opening.files)) files.set(fieldId, members)
  const fileCount = (field: CompiledField): number => files.get(field.id).length
  const logic = followLogic(form, {
    answer: answers.get,
    fileCount,
    calculated: (field, answer) => answers.set(field, answer),
    today: localDay(env.clock.now()),
  })
  const logicTicks = createKeyedStore(0)
  const validity = createValidity(form, { answer: answers.get, fileCount, logic })
  const problems = createShownProblems(validity)
  /** Judges a field whose answer changed, and whatever the form's rules make of that. */
  const judge = (field: CompiledField): void => {
    problems.judge(field)
    for (const other of logic.update(field)) {
      problems.judge(other)
      for (const key of [other.id, partOf(form, other.index)?.key ?? '']) {
        logicTicks.set(key, logicTicks.get(key) + 1)
      }
    }
  }
  const writer = createDraftWriter({ db, clock: env.clock, begin: opening.begin }, opening.draft)
  const ended$ = new ReplaySubject<Ending>(1)
  const subscriptions = new Subscription()

  const merge = createAnswerMerge({
    read: opening.answers,
    isWaiting: writer.isWaiting,
    apply: ({ question_id, value }) => {
      const field = form.fieldById.get(question_id)
      if (field === undefined) return
      answers.set(field, fitAnswer(field, value))
      judge(field)
    },
  })
  const edited = new Set<string>()
  const taken = new Set<string>()
  let isLeaving = false

  const readKept = async (): Promise<readonly FileUploadDoc[]> => {
    const all = await readFiles(db, writer.draft()?.id ?? '', submission)
    return all.filter(({ id }) => !taken.has(id))
  }

  const takeFiles = (kept: readonly FileUploadDoc[]): void => {
    const filesByField = groupByField(kept)
    for (const field of form.fields) {
      const before = files.get(field.id)
      const after = filesByField.get(field.id) ?? noFiles
      if (before.map(({ id }) => id).join() === after.map(({ id }) => id).join()) continue
      files.set(field.id, after)
      judge(field)
    }
  }

  const follow = (draftId: string): void => {
    subscriptions.add(writtenAnswers$(db, draftId, env.visible$).subscribe(merge.offer))
    const owners = submission === null ? [draftId] : [submission.id, draftId]
    subscriptions.add(filesChanged$(db, owners).pipe(switchMap(readKept)).subscribe(takeFiles))
    subscriptions.add(
      draftGone$(db, draftId).subscribe(() => {
        if (!isLeaving) ended$.next('elsewhere')
      }),
    )
  }

  let followed = ''
  subscriptions.add(
    writer.draft$.subscribe(draft => {
      if (draft === null || draft.id === followed) return
      followed = draft.id
      follow(draft.id)
    }),
  )
  subscriptions.add(
    env.visible$.subscribe(isVisible => {
      if (!isVisible) void writer.flush().catch(() => undefined)
    }),
  )

  return {
    form,
    submission,
    answers,
    files,
    logic,
    logicTicks,
    validity,
    problems,
    writer,
    ended$,
    edit: (field, typed) => {
      const answer =
        field.type === 'NUMBER' && typeof typed === 'string' ? asciiDigits(typed) : typed
      const at = merge.stampEdit(field.id, env.clock.now())
      edited.add(field.id)
      answers.set(field, answer)
      judge(field)
      writer.keep(field.id, answer, at)
    },
    focus: field => merge.enter(field.id),
    blur: field => {
      if (edited.has(field.id)) problems.reveal(field)
      if (writer.isWaiting(field.id)) void writer.flush().catch(() => undefined)
      merge.leave(field.id)
    },
    removeFile: async (field, file) => {
      if (file.submission_id !== submission?.id) await removeFile(db, file.id)
      edited.add(field.id)
      taken.add(file.id)
      files.set(
        field.id,
        files.get(field.id).filter(({ id }) => id !== file.id),
      )
      judge(field)
    },
    readFiles: readKept,
    isDirty: () => edited.size > 0,
    markDirty: field => edited.add(field.id),
    setLeaving: leaving => {
      isLeaving = leaving
    },
    discard: async () => {
      isLeaving = true
      await writer.stop()
      const draft = writer.draft()
      if (draft !== null && opening.draft === null) await discardDraft(db, draft.id)
      else await takeBackChanges(db, opening, edited, env.clock.now())
      edited.clear()
      ended$.next('here')
    },
    close: async () => {
      subscriptions.unsubscribe()
      try {
        await writer.flush()
      } finally {
        await writer.stop()
      }
    },
  }
}
