import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { discardDraft } from '../../../collections/writes/write-work.ts'
import { useWorkspace } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { fill } from '../../messages/interview/fill.ts'
import { href } from '../../routes.ts'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { CannotFill } from './opening/cannot-fill.tsx'
import { DraftList } from './opening/draft-list.tsx'
import { FillHeader } from './header/fill-header.tsx'
import { InterviewView } from './interview-view.tsx'
import type { Choice, Opened } from './opening/opened.ts'
import { ReviewDialog } from './review/review-dialog.tsx'
import { useDefinitionChanges, useNewDay } from './opening/use-definition-changes.ts'
import { useFillParts } from './use-fill-parts.ts'
import type { GoTo } from './questions/use-form-place.ts'
import { useNewRow } from './opening/use-new-row.ts'
import { useNotices } from './submit/use-notices.tsx'
import { useOpened } from './opening/use-opened.ts'
import { useSubmit } from './submit/use-submit.ts'

interface InterviewScreenProps {
  readonly formId: string
  /** What the address asks for: opened at first, and whenever the interview must be reopened. */
  readonly first: Choice
  /** Called with the id of the draft being filled in; null while there is none. */
  readonly onDraft: (draftId: string | null) => void
  /** Called when the interview is submitted and the screen can close. */
  readonly onClose: () => void
}

const titleOf = (opened: Opened | null): string => {
  switch (opened?.kind) {
    case undefined:
    case 'unavailable':
    case 'recovered':
    case 'submitted':
      return fill.title
    case 'open':
      return opened.interview.form.title
    case 'drafts':
    case 'empty':
    case 'unpublished':
      return opened.title
  }
}

/** Everything from choosing a survey to its submission, under one header. */
export function InterviewScreen({ formId, first, onDraft, onClose }: InterviewScreenProps) {
  const { db } = useWorkspace()
  const toaster = useToaster()
  const shown = useOpened(formId, first)
  const { opened, open } = shown
  const parts = useFillParts(opened)
  const goTo = useRef<GoTo | null>(null)
  const header = useRef<HTMLDivElement>(null)
  const [refusals, setRefusals] = useState(0)
  const [retries, setRetries] = useState(0)
  const [isReviewing, setReviewing] = useState(false)
  useDefinitionChanges(formId, shown, parts)
  useNewDay(shown, parts)
  useNewRow(shown, parts)

  const startNew = () => {
    setRefusals(0)
    open({ kind: 'new' })
    const page = header.current?.ownerDocument
    page?.scrollingElement?.scrollTo(0, 0)
    header.current?.querySelector('h1')?.focus({ preventScroll: true })
  }
  const notices = useNotices()
  const submitting = useSubmit({
    onInvalid: () => setRefusals(count => count + 1),
    onDone: (pressed, waits) => notices.before(waits, pressed === 'new' ? startNew : onClose),
  })

  const latestFirst = useRef(first)
  useEffect(() => {
    latestFirst.current = first
  })

  const interview = parts?.interview ?? null
  useEffect(() => {
    if (interview === null) return undefined
    const begun = interview.writer.draft$.subscribe(draft => onDraft(draft?.id ?? null))
    // Opens another one, because the surveyor may still be on the screen and must not see an ended interview.
    const ended = interview.ended$.subscribe(ending => {
      if (ending === 'elsewhere') toaster.info(fill.endedElsewhere)
      const { current } = latestFirst
      open(current.kind === 'draft' ? { kind: 'ask' } : current)
    })
    return () => {
      begun.unsubscribe()
      ended.unsubscribe()
    }
  }, [interview, onDraft, open, toaster])

  // An empty form would look as if the interview was lost.
  const leaveSubmitted = useEffectEvent(() => {
    toaster.success(fill.wasSubmitted)
    onClose()
  })
  const wasSubmitted = opened?.kind === 'submitted'
  useEffect(() => {
    if (wasSubmitted) leaveSubmitted()
  }, [wasSubmitted])

  // The screen looks the same after another try that failed.
  const tellFailedTry = useEffectEvent((message: string) => {
    if (retries > 0) toaster.error(message)
  })
  useEffect(() => {
    if (opened?.kind === 'unavailable') tellFailedTry(opened.message)
  }, [opened])

  const body = () => {
    if (opened === null) {
      return (
        <PageBody>
          <Skeleton shape="lines" count={1} label={fill.loading} />
          <Skeleton shape="card" count={4} />
        </PageBody>
      )
    }
    switch (opened.kind) {
      case 'unavailable':
      case 'recovered':
      case 'empty':
      case 'unpublished':
        return (
          <CannotFill
            opened={opened}
            retries={retries}
            onTryAgain={() => {
              setRetries(retries + 1)
              open(first)
            }}
          />
        )
      case 'submitted':
        return null
      case 'drafts':
        return (
          <DraftList
            drafts={opened.drafts}
            onContinue={id => open({ kind: 'draft', id })}
            onNew={startNew}
            onDiscard={async draftId => {
              await discardDraft(db, draftId)
              open({ kind: 'ask' })
            }}
          />
        )
      case 'open':
        return (
          parts !== null && (
            <InterviewView
              parts={parts}
              submitting={submitting}
              refusals={refusals}
              onGoToChange={setGoTo}
              onReview={() => setReviewing(true)}
              onMoved={id => open({ kind: 'draft', id })}
            />
          )
        )
    }
  }

  const setGoTo = useCallback((next: GoTo | null) => {
    goTo.current = next
  }, [])

  return (
    <>
      <FillHeader
        ref={header}
        title={titleOf(opened)}
        backTo={first.kind === 'edit' ? href('submission', { id: first.id }) : href('projects')}
        isEdit={first.kind === 'edit'}
        interview={interview}
        onGoTo={field => goTo.current?.(field, 'section')}
        onReview={() => setReviewing(true)}
      />
      {body()}
      {notices.question}
      {isReviewing && interview !== null && (
        <ReviewDialog
          interview={interview}
          onClose={() => setReviewing(false)}
          onGoTo={field => {
            setReviewing(false)
            goTo.current?.(field, 'field')
          }}
        />
      )}
    </>
  )
}
