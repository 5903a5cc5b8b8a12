import { Link } from '../../lib/navigation/navigation.ts'
import { reasonText } from '../../messages/app/failure.ts'
import { sync as words } from '../../messages/device/sync.ts'
import { href } from '../../routes.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { CardActions, CardHead } from '../../ui/cards/card-head.tsx'
import { ListCard } from '../../ui/cards/card.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { SyncIcon } from '../../ui/icon.tsx'
import styles from './pending-card.module.css'
import type { PendingForm } from './pending-forms.ts'
import { SlowFiles } from './slow-files.tsx'
import { WaitingList } from './waiting-list.tsx'

/** One survey with pending work, or the profile (2.sync-status.1). */
export function PendingCard({
  form,
  isSelected,
  onSelect,
  canSync,
  onSync,
}: {
  form: PendingForm
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  canSync: boolean
  onSync: () => void
}) {
  const titleId = `pending-${form.formId}`
  return (
    <ListCard aria-labelledby={titleId}>
      <div className={styles.head}>
        <Checkbox
          label={words.select(form.title)}
          labelHidden
          checked={isSelected}
          onChange={onSelect}
        />
        <div className={styles.words}>
          <CardHead
            id={titleId}
            title={form.title}
            description={form.description}
            badge={<Badge kind="pending">{words.pending(form.count)}</Badge>}
          />
        </div>
      </div>
      {form.lastError !== '' && (
        <p className={styles.error}>{words.lastError(reasonText(form.lastError))}</p>
      )}
      {form.formId !== '' && <SlowFiles formId={form.formId} />}
      {form.formId !== '' && <WaitingList formId={form.formId} />}
      <CardActions>
        <Button
          variant="secondary"
          icon={<SyncIcon />}
          disabled={!canSync}
          aria-label={`${words.syncNow}: ${form.title}`}
          onClick={onSync}
        >
          {words.syncNow}
        </Button>
        {form.formId === '' ? (
          <Link className={buttonClass({ variant: 'quiet' })} to={href('profile')}>
            {words.viewProfile}
          </Link>
        ) : (
          <Link
            className={buttonClass({ variant: 'quiet' })}
            to={href('submissions', { surveyId: form.formId })}
            state={{ from: href('sync'), filter: 'pending' }}
            aria-label={`${words.viewLists}: ${form.title}`}
          >
            {words.viewLists}
          </Link>
        )}
      </CardActions>
    </ListCard>
  )
}
