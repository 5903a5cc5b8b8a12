import { useState } from 'react'
import { assignedForms } from '../../../collections/queries.ts'
import { useNavigate } from '../../lib/navigation/navigation.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { common } from '../../messages/app/common.ts'
import { start as words } from '../../messages/start/dashboard.ts'
import { href } from '../../routes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { FormIcon } from '../../ui/icon.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'

const assigned = assignedForms()

/**
 * Starts an interview in a chosen project (2.dashboard.4). Unpublished projects cannot be chosen. It does not say that
 * there is none while the first list is on its way.
 */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { docs, isFirstRead } = useLive(assigned)
  const { isFirstLoad } = useRefreshOnOpen('forms')
  const [formId, setFormId] = useState('')
  const published = docs.filter(form => form.status !== 'draft')
  const start = () => {
    onClose()
    void navigate(href('survey', { id: formId }))
  }
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      closeLabel={common.close}
      actions={
        <Button full disabled={formId === ''} onClick={start}>
          {words.submit}
        </Button>
      }
    >
      {docs.length === 0 && isFirstLoad ? (
        <Skeleton shape="lines" count={2} label={common.loading} />
      ) : published.length === 0 && !isFirstRead ? (
        <EmptyState icon={<FormIcon />} title={words.none} message={words.noneMessage} />
      ) : (
        <Select
          label={words.project}
          placeholder={words.choose}
          value={formId}
          options={published.map(form => ({
            value: form.id,
            label: form.title || common.untitledForm,
          }))}
          onChange={event => setFormId(event.target.value)}
        />
      )}
    </Dialog>
  )
}
