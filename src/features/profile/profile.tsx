import { currentUser, type UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useBack } from '../../hooks/use-back.ts'
import { useLiveDoc } from '../../lib/hooks/use-live.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { common } from '../../messages/app/common.ts'
import { profile as words } from '../../messages/account/profile.ts'
import { href } from '../../routes.ts'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { UserIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The surveyor's name, number and picture (2.profile). */
export function ProfileScreen() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const back = useBack(href('settings'))
  const isOnline = useOnline(env.network)
  const user = useLiveDoc(db, 'user_profile', currentUser)
  useRefreshOnOpen('account')
  return (
    <>
      <PageHeader title={words.title} back={{ label: common.back, onPress: back }} />
      <PageBody under="tabs">
        {user === undefined && <Skeleton shape="lines" count={6} label={common.loading} />}
        {user === null && (
          <EmptyState
            icon={<UserIcon />}
            title={words.notOffline}
            message={isOnline ? undefined : words.notSaved}
          />
        )}
        {user && <ProfileForm user={user.toMutableJSON() as UserProfileDoc} onSaved={back} />}
      </PageBody>
    </>
  )
}
