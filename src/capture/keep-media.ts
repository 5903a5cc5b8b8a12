import { distinct, mergeMap, type Subscription } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { mediaKindsOf } from '../lib/worker/media.ts'
import { changesOf } from '../../collections/query.ts'
import type { CaptureEnv } from '../env.ts'

/** The words of the appearance in the stored rules of a question. */
const wordsIn = (logic = ''): readonly string[] =>
  (/"appearance":\[([^\]]*)\]/.exec(logic)?.[1] ?? '').match(/[\w-]+/g) ?? []

/**
 * Has the code of each kind of answer stored with the first form that asks for it, so that it is there where the form
 * is. Runs until it is unsubscribed.
 */
export const keepMediaForForms = (
  db: Pick<Database, 'form_questions'>,
  { keepMedia }: Pick<CaptureEnv, 'keepMedia'>,
): Subscription =>
  changesOf(db.form_questions)
    .pipe(
      mergeMap(({ documentData: { type, logic } }) => mediaKindsOf(type, wordsIn(logic))),
      distinct(),
    )
    .subscribe(keepMedia)
