import { useMemo, useState } from 'react'
import { binnedSubmissions } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useBack } from '../../../hooks/use-back.ts'
import { useLive } from '../../../lib/hooks/use-live.ts'
import { bin as words } from '../../../messages/submissions/bin.ts'
import { numberText } from '../../../messages/locale.ts'
import { common, confirmWords } from '../../../messages/app/common.ts'
import { href } from '../../../routes.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { CountBadge } from '../../../ui/status/count-badge.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { BinIcon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/pages/page-header.tsx'
import { Cards, PageBody } from '../../../ui/pages/page.tsx'
import { BinCard } from './bin-card.tsx'
import { useBinActions } from './use-bin-actions.ts'

const binned = binnedSubmissions(1000)

/** Deleted submissions: read, restore, or delete for good. Works without a network. */
export function BinScreen() {
  const back = useBack(href('settings'))
  const { docs, isFirstRead } = useLive(binned)
  // One object per revision, because each card reads its contents from it.
  const shown = useMemo(() => docs.map(doc => doc.toMutableJSON() as SubmissionDoc), [docs])
  const [leaving, setLeaving] = useState<string | null>(null)
  const actions = useBinActions()

  const remove = async () => {
    if (leaving !== null) await actions.remove(leaving)
    setLeaving(null)
  }

  return (
    <>
      <PageHeader
        title={words.title}
        back={{ label: common.back, onPress: back }}
        end={
          !isFirstRead && (
            <CountBadge label={words.count(docs.length)}>{numberText(docs.length)}</CountBadge>
          )
        }
      />
      <PageBody under="tabs" wide>
        {docs.length > 0 && <p>{words.intro}</p>}
        {docs.length === 0 && !isFirstRead && (
          <EmptyState icon={<BinIcon />} title={words.noneTitle} message={words.noneMessage} />
        )}
        <Cards>
          {shown.map(submission => (
            <BinCard
              key={submission.id}
              submission={submission}
              isBusy={actions.busyId === submission.id}
              onRestore={() => void actions.restore(submission.id)}
              onDelete={() => setLeaving(submission.id)}
            />
          ))}
        </Cards>
      </PageBody>
      <Confirm
        open={leaving !== null}
        type="destructive"
        title={words.deleteTitle}
        message={words.deleteMessage}
        words={confirmWords}
        onCancel={() => setLeaving(null)}
        onConfirm={remove}
      />
    </>
  )
}
