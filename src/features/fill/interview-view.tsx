import { useEffect, useMemo, useRef, useState } from 'react'
import { labelsIn } from '../../form/definition/form-languages.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { useTwoColumns } from '../../hooks/use-two-columns.ts'
import { fill } from '../../messages/interview/fill.ts'
import { held } from '../../messages/interview/held.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CopyIcon, SubmissionIcon } from '../../ui/icon.tsx'
import { Columns } from '../../ui/pages/columns.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { FillContext, type FillParts } from './fill-context.tsx'
import styles from './interview-view.module.css'
import { useLiveLists } from './cases/use-live-lists.ts'
import { useEnter } from './inputs/use-enter.ts'
import { useHeldMarks } from './held/held-fields.ts'
import { HoldDialog } from './held/hold-dialog.tsx'
import { Hints } from './hints/hints.tsx'
import { languageName, writtenDirection } from './header/language-names.ts'
import { LanguageSwitch } from './header/language-switch.tsx'
import { LogicNotice } from './header/logic-notice.tsx'
import { Part } from './questions/part.tsx'
import { ProblemSummary } from './questions/problem-summary.tsx'
import { RepeatEdgeView } from './questions/repeat-edge.tsx'
import { SectionSide } from './review/section-side.tsx'
import { StatusLine } from './header/status-line.tsx'
import { SubmitBar } from './submit/submit-bar.tsx'
import { useFormPlace, type GoTo } from './questions/use-form-place.ts'
import { useInterviewGuards } from './submit/use-interview-guards.ts'
import { usePlace } from './submit/use-place.ts'
import type { Submitting } from './submit/use-submit.ts'
import { ReviewNotice } from './comments/review-notice.tsx'
import { FormVersionNotice } from './header/form-version-notice.tsx'
import { UnfittingNotice } from './header/unfitting-notice.tsx'

interface InterviewViewProps {
  readonly parts: FillParts
  readonly submitting: Submitting
  /** How often Submit was refused because of problems. */
  readonly refusals: number
  /** Passes on the function that goes to a field; null when the view closes. */
  readonly onGoToChange: (goTo: GoTo | null) => void
  readonly onReview: () => void
  /** Called when the draft was moved to the form's new version and must be reopened. */
  readonly onMoved: (draftId: string) => void
}

/** One open interview: its questions between the fixed bars. */
export function InterviewView(props: InterviewViewProps) {
  const { parts, submitting, refusals, onGoToChange, onReview, onMoved } = props
  const { interview } = parts
  const form = useRef<HTMLDivElement>(null)
  const goTo = useFormPlace(parts, form)
  useEnter(interview, form, goTo)
  const [shownId, setShownId] = useState('')
  const shown = useStream(interview.form$, interview.form)
  const { tag } = languageName(shown.language || shown.template.languages.own)
  const { template, language } = shown
  const direction = useMemo(
    () => writtenDirection(labelsIn(template, language)),
    [template, language],
  )
  const hasLanguage = shown.template.languages.tags.length > 0
  const hasSide = useTwoColumns() && shown.sections.length > 1
  useInterviewGuards(parts, submitting)
  usePlace(parts)
  useHeldMarks(parts)
  useLiveLists(interview)
  const [isHolding, setHolding] = useState(false)

  useEffect(() => {
    onGoToChange(goTo)
    return () => onGoToChange(null)
  }, [goTo, onGoToChange])

  const showNext = (afterId: string) => {
    const invalid = interview.validity.invalidFields()
    const { fields } = interview.form
    const after = fields.findIndex(({ id }) => id === afterId)
    const next = invalid.find(field => fields.indexOf(field) > after) ?? invalid[0]
    if (next === undefined) return
    setShownId(next.id)
    goTo(next, 'field')
  }

  useEffect(() => {
    if (refusals > 0) showNext('')
    // Runs once per refusal, and not whenever showNext is a new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusals])

  const { phase } = submitting
  const isSending =
    phase.kind === 'submitting' || (phase.kind === 'submitted' && phase.pressed === 'close')
  return (
    <FillContext value={parts}>
      <Columns
        side={
          hasSide ? (
            <SectionSide interview={interview} onGoTo={field => goTo(field, 'section')} />
          ) : null
        }
      >
        <PageBody>
          <StatusLine />
          {interview.submission !== null && (
            <ReviewNotice onGoTo={field => goTo(field, 'section')} />
          )}
          <FormVersionNotice onMoved={onMoved} />
          <UnfittingNotice />
          <LogicNotice />
          <LanguageSwitch form={shown} />
          {refusals > 0 && <ProblemSummary onGoTo={field => goTo(field, 'field')} />}
          <div
            ref={form}
            inert={isSending}
            className={styles.form}
            lang={hasLanguage ? tag : undefined}
            dir={direction}
          >
            {shown.blocks.map(block =>
              block.kind === 'part' ? (
                <Part key={block.key} part={block} />
              ) : (
                <RepeatEdgeView
                  key={block.key}
                  edge={block}
                  onAdded={field => goTo(field, 'added')}
                />
              ),
            )}
          </div>
          <Hints onGoTo={field => goTo(field, 'field')} />
          <Button full variant="secondary" icon={<SubmissionIcon />} onClick={onReview}>
            {fill.reviewAnswers}
          </Button>
          {interview.submission === null && (
            <Button full variant="quiet" icon={<CopyIcon />} onClick={() => setHolding(true)}>
              {held.open}
            </Button>
          )}
          {isHolding && <HoldDialog onClose={() => setHolding(false)} />}
        </PageBody>
        <SubmitBar
          submitting={submitting}
          hasTried={refusals > 0}
          onNext={() => showNext(shownId)}
          isEdit={interview.submission !== null}
        />
      </Columns>
    </FillContext>
  )
}
