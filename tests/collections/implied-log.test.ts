import { expect, test } from 'vitest'
import { replay, toBase, type Operations } from '../../collections/operation-log.ts'
import { submissionsSchema, type SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { withImpliedLog, withoutImpliedLog } from '../../collections/storage/implied-log.ts'
import { randomOf } from '../sim/random.ts'

/** What is stored of a log, and what is read again. */
