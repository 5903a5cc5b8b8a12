import { useState } from 'react'
import { config } from '../../config.ts'
import { useApp, useKeeper } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { confirmations, settings as words } from '../../messages/account/settings.ts'
import { href } from '../../routes.ts'
import { LanguageSelect } from '../../hooks/language-select.tsx'
import { logOut } from './log-out.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { DeviceIcon, HelpIcon, InfoIcon, LogoutIcon } from '../../ui/icon.tsx'
import { List, ListRow, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { ScreenTitle } from '../../ui/pages/screen-title.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { LockRow } from './lock-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { SyncSection } from './sync-section.tsx'
import { TargetSection } from './target-section.tsx'
import { ThemeSection } from './theme-section.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { UserCard } from './user-card.tsx'

/** The account, the data and this device (2.settings). */
export function SettingsScreen() {
  return (
    <PageBody under="tabs">
      <ScreenTitle>{words.title}</ScreenTitle>
      <UserCard />
      <SyncSection />
      <Card flush>
        <List>
          <li>
            <TargetSection />
          </li>
          <li>
            <ThemeSection />
          </li>
          <li>
            <LockRow />
          </li>
          <li>
            <StorageSection />
          </li>
        </List>
      </Card>
      <LanguageSelect />
      <Stack>
        <SectionHeading>{words.more}</SectionHeading>
        <Card flush>
          <List>
            <li>
              <Link to={href('help')} className={listRowClass()}>
                <ListRowBody leads start={<HelpIcon />} title={words.help} />
              </Link>
            </li>
            <li>
              <ListRow start={<DeviceIcon />} title={words.version} end={config.version} />
            </li>
            <li>
              <Link to={href('about')} className={listRowClass()}>
                <ListRowBody leads start={<InfoIcon />} title={words.about} />
              </Link>
            </li>
          </List>
        </Card>
      </Stack>
      <Logout />
    </PageBody>
  )
}

/** Ends the session, after a confirmation that says what would be lost (8.54, decisions 3). */
function Logout() {
  const app = useApp()
  const keeper = useKeeper()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button full variant="secondary" icon={<LogoutIcon />} onClick={() => setAsking(true)}>
        {words.logout}
      </Button>
      <Confirm
        open={isAsking}
        type="logout"
        title={confirmations.logout.title}
        message={confirmations.logout.message}
        words={confirmWords}
        onCancel={() => setAsking(false)}
        onConfirm={() => logOut(app, keeper)}
      >
        <UnsentNotice />
      </Confirm>
    </>
  )
}
