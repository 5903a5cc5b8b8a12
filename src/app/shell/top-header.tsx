import { useState } from 'react'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { config } from '../../config.ts'
import { useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLiveDoc } from '../../lib/hooks/use-live.ts'
import { shell } from '../../messages/app/app.ts'
import { href } from '../../routes.ts'
import { Avatar } from '../../ui/cards/avatar.tsx'
import { KeyIcon, UserIcon } from '../../ui/icon.tsx'
import { Menu, menuItemClass } from '../../ui/actions/menu.tsx'
import { firstNameOf } from './first-name.ts'
import { NetworkIndicator } from './network-indicator.tsx'
import styles from './shell.module.css'
import { useOrganization } from './use-organization.ts'
import { useSessionUser } from './use-session-user.ts'

/** Organization, network and surveyor, on every screen except an interview (2.shell.2, 2.shell.5). */
export function TopHeader() {
  const organization = useOrganization()
  return (
    <header className={styles.header}>
      <Link to={href('dashboard')} className={styles.brand} title={shell.home}>
        <Logo source={organization.logo} />
        <span dir="auto" className={styles.brandName}>
          {organization.name}
        </span>
      </Link>
      <NetworkIndicator />
      <AccountMenu />
    </header>
  )
}

/** The organization's logo; the product's where this browser cannot show it (1.4). */
function Logo({ source }: { source: string }) {
  const [broken, setBroken] = useState('')
  return (
    <img
      src={source === broken ? config.defaultLogo : source}
      alt=""
      width="36"
      height="36"
      className={styles.logo}
      onError={() => setBroken(source)}
    />
  )
}

function AccountMenu() {
  const { db } = useWorkspace()
  const user = useLiveDoc(db, 'user_profile', currentUser)
  const known = useSessionUser()
  // Until the profile is read, the session's name.
  const named = user === undefined ? known : user
  const name = firstNameOf(named?.first_name ?? '', named?.email ?? '')
  return (
    <Menu
      label={shell.accountMenu(name)}
      triggerClassName={styles.account}
      trigger={
        <>
          <Avatar
            sources={[user?.profile_image_local, user?.profile_image, config.defaultAvatar]}
            name={name}
            size="s"
          />
          <span dir="auto" className={styles.accountName}>
            {name}
          </span>
        </>
      }
    >
      <Link to={href('profile')} className={menuItemClass()}>
        <UserIcon /> {shell.myProfile}
      </Link>
      <Link to={href('changePassword')} className={menuItemClass()}>
        <KeyIcon /> {shell.changePassword}
      </Link>
    </Menu>
  )
}
