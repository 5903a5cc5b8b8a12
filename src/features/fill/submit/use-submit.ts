import { useRef, useState } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { submitNewResetMs } from '../../../limits.ts'
import { useIsHere } from '../../../lib/hooks/use-is-here.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { fill } from '../../../messages/interview/fill.ts'
import type { FillParts } from '../fill-context.tsx'
import type { recoveredSentence } from '../../../messages/device/sync.ts'
import { submit, type SubmitResult } from './submit.ts'

/** What happens after a submission: close, or start the next interview (2.survey-fill.2). */
export type AfterSubmit = 'close' | 'new'

/**
 * The progress of Submit (4.2), and which button was pressed.
 *
 *   idle ──press──► submitting ──► submitted ──& New: 1.5 s──► idle
 *    ▲                   │
 *    └──wrong, failed────┘
 */
export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'submitting' | 'submitted'; readonly pressed: AfterSubmit }

/** The state of Submit, and the press of one of its buttons. */
export interface Submitting {
  readonly phase: Phase
  readonly press: (parts: FillParts, pressed: AfterSubmit) => void
}

interface Answers {
  /** The interview has problems, so it cannot be submitted. */
  readonly onInvalid: () => void
  /** The interview was submitted, or moved to Recovery. `waits`: whether it still has to be sent. */
  readonly onDone: (pressed: AfterSubmit, waits: boolean) => void
}

/** Long enough to read 'Saved!' before the screen closes. */
const savedMs = 350

const idle: Phase = { kind: 'idle' }

/** Submits once, however often it is pressed, and shows the outcome. */
export const useSubmit = ({ onInvalid, onDone }: Answers): Submitting => {
  const { env } = useApp()
  const workspace = useWorkspace()
  const toaster = useToaster()
  const [phase, setPhase] = useState<Phase>(idle)
  // Set before the first await, because a second tap can come before a render.
  const isUnderWay = useRef(false)
  // The surveyor may have left meanwhile, and then stays on the screen that they went to.
  const isHere = useIsHere()

  const sayRecovered = async (item: Parameters<typeof recoveredSentence>[0]): Promise<void> => {
    // The words of the sync load with the first refusal, because the screen needs none of them.
    const { recoveredSentence } = await import('../../../messages/device/sync.ts')
    toaster.error(fill.recovered(recoveredSentence(item)))
  }
  const say = (submitted: SubmitResult, isEdit: boolean): void => {
    switch (submitted.kind) {
      case 'invalid':
        return toaster.error(submitted.message)
      case 'empty':
        return toaster.error(fill.emptyForm)
      case 'unchanged':
        return toaster.info(fill.nothingChanged)
      case 'failed':
        return toaster.error(fill.saveFailed)
      case 'recovered':
        return void sayRecovered(submitted)
      case 'done':
        if (submitted.outcome === 'submitted') {
          return toaster.success(isEdit ? fill.editSent : fill.submitted)
        }
        if (submitted.outcome === 'sending') return toaster.info(fill.stillSending)
        if (submitted.outcome === 'unsent') toaster.warning(fill.onlineFailed)
        return toaster.success(isEdit ? fill.editSaved : fill.savedOffline)
    }
  }

  const run = async (parts: FillParts, pressed: AfterSubmit): Promise<void> => {
    setPhase({ kind: 'submitting', pressed })
    const submitted = await submit(
      workspace,
      parts.interview,
      parts.finder.place(),
      parts.look.shown,
      parts.review.seen,
    )
    say(submitted, parts.interview.submission !== null)
    if (submitted.kind !== 'done' && submitted.kind !== 'recovered') {
      setPhase(idle)
      if (submitted.kind === 'invalid') onInvalid()
      if (submitted.kind === 'unchanged') onDone('close', false)
      return
    }
    const waits = submitted.kind === 'done' && submitted.outcome !== 'submitted'
    setPhase({ kind: 'submitted', pressed })
    // Not before, because a full device may refuse the submission too.
    parts.fileWork.leaveOutUnstored()
    if (pressed === 'close') {
      // Stays at 'Saved!' until the screen closes, because a submitted interview must not be edited here.
      env.clock.after(savedMs, () => {
        if (isHere.current) onDone('close', waits)
      })
      return
    }
    onDone('new', waits)
    env.clock.after(submitNewResetMs, () => setPhase(idle))
  }

  return {
    phase,
    press: (parts, pressed) => {
      if (isUnderWay.current || parts.fileWork.isBusy()) return
      isUnderWay.current = true
      void run(parts, pressed).finally(() => {
        isUnderWay.current = false
      })
    },
  }
}
