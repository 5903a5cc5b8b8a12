import { useState } from 'react'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { config } from '../../config.ts'
import { useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLiveDoc } from '../../lib/hooks/use-live.ts'
import { common } from '../../messages/app/common.ts'
import { settings as words } from '../../messages/account/settings.ts'
import { href } from '../../routes.ts'
import { Avatar } from '../../ui/cards/avatar.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import styles from './user-card.module.css'

/** The signed-in surveyor; a tap enlarges the picture (2.settings.1). */
export function UserCard() {
  const { db } = useWorkspace()
  const user = useLiveDoc(db, 'user_profile', currentUser)
  const [isEnlarged, setEnlarged] = useState(false)
  if (user === undefined) return <Skeleton shape="card" />
  const name =
    // First and last name come before the full name, because the server computes the full name, so it lacks unsent
    // edits.
    `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim() || user?.full_name || user?.email
  const sources = [user?.profile_image_local, user?.profile_image, config.defaultAvatar]
  return (
    <Card>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.picture}
          aria-label={words.enlarge}
          onClick={() => setEnlarged(true)}
        >
          <Avatar sources={sources} name={name ?? ''} size="l" />
        </button>
        <div className={styles.words}>
          <p className={styles.name}>{name}</p>
          <Email address={user?.email ?? ''} />
        </div>
        <Link to={href('profile')} className={buttonClass({ variant: 'secondary', size: 's' })}>
          {words.edit}
        </Link>
      </div>
      <Dialog
        open={isEnlarged}
        title={name}
        closeLabel={common.close}
        onClose={() => setEnlarged(false)}
      >
        <div className={styles.large}>
          <Avatar sources={sources} name={name ?? ''} alt={words.picture(name ?? '')} size="xl" />
        </div>
      </Dialog>
    </Card>
  )
}

/** An e-mail address that breaks before its @ when it is long. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <p className={styles.email}>
      {address.slice(0, Math.max(0, at))}
      <wbr />
      {address.slice(Math.max(0, at))}
    </p>
  )
}
