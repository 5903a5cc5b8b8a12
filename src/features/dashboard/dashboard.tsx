import { useState } from 'react'
import { CasesEntry } from '../../cases/cases-entry.tsx'
import { HomeSection } from '../../interviews/home-section.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { dashboard as words, start } from '../../messages/start/dashboard.ts'
import { readyLink } from '../../messages/device/ready-link.ts'
import { href } from '../../routes.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Fab } from '../../ui/actions/fab.tsx'
import { ReadyIcon } from '../../ui/icon.tsx'
import { Beside, PageBody } from '../../ui/pages/page.tsx'
import { ScreenTitle } from '../../ui/pages/screen-title.tsx'
import { ActivitySection } from './activity-section.tsx'
import { RecentSection } from './recent-section.tsx'
import { StartDialog } from './start-dialog.tsx'
import { Tiles } from './tiles.tsx'
import { Today } from './today.tsx'

/** The surveyor's work at a glance (2.dashboard). */
export function DashboardScreen() {
  const [isStarting, setStarting] = useState(false)
  return (
    <>
      <PageBody under="tabs" wide>
        <ScreenTitle subtitle={<Today />}>{words.title}</ScreenTitle>
        <HomeSection />
        <CasesEntry />
        <Tiles />
        <Beside>
          <ActivitySection />
          <RecentSection />
        </Beside>
        <Link to={href('ready')} className={buttonClass({ variant: 'secondary', full: true })}>
          <ReadyIcon />
          {readyLink.title}
        </Link>
      </PageBody>
      <Fab label={start.title} onPress={() => setStarting(true)} />
      {isStarting && <StartDialog onClose={() => setStarting(false)} />}
    </>
  )
}
