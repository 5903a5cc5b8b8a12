import { distinct, mergeMap, type Subscription } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { mediaKindsOf } from '../lib/worker/media.ts'
import { changesOf } from '../../collections/query.ts'
import type { CaptureEnv } from '../env.ts'

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
      mergeMap(({ documentData }) => mediaKindsOf(documentData.type)),
      distinct(),
    )
    .subscribe(keepMedia)
