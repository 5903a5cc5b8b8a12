import { Navigate, useParams } from '../../lib/navigation/navigation.ts'
import { useOffice } from '../office-context.tsx'
import { Screen } from '../parts/screen.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { BackupList } from './backups.tsx'
import { OrganizationPart } from './organization.tsx'
import { ServerPart } from './server-state.tsx'
import { TrailPart } from './trail.tsx'

const parts = {
  organization: OrganizationPart,
  accounts: Accounts,
  backups: BackupList,
  trail: TrailPart,
  server: ServerPart,
} as const
type PartName = keyof typeof parts

const names = Object.keys(parts) as readonly PartName[]

/** What administrators set and see, a part at a time. */
export function Settings() {
  const { settings } = useOffice().words
  const { part } = useParams()
  const name = names.find(each => each === part)
  if (name === undefined) return <Navigate to="/settings/organization" replace />
  const Part = parts[name]
  return (
    <Screen title={settings.title}>
      <Tabs
        label={settings.parts}
        links={names.map(each => ({ at: `/settings/${each}`, name: settings[each] }))}
      />
      <Part />
    </Screen>
  )
}
