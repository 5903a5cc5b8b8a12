import type { SettingValues } from '../../../collections/schemas/settings.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { useWorkspace } from '../../context.tsx'
import { useSetting } from '../../lib/hooks/use-live.ts'
import { settings as words } from '../../messages/account/settings.ts'
import { ThemeIcon } from '../../ui/icon.tsx'
import { Fold, FoldBody } from '../../ui/pages/fold.tsx'
import { Tabs } from '../../ui/choices/tabs.tsx'

type Theme = SettingValues['theme']

const themes: readonly Theme[] = ['system', 'light', 'dark', 'sunlight']

/** How the screens look: like the device's setting, light, dark, or readable in bright sun. */
export function ThemeSection() {
  const { db } = useWorkspace()
  const theme = useSetting(db, 'theme')
  const choose = (value: string) => {
    const chosen = themes.find(theme => theme === value)
    if (chosen !== undefined) void writeSetting(db, 'theme', chosen)
  }
  return (
    <Fold icon={<ThemeIcon />} title={words.appearance} detail={words[theme]}>
      <FoldBody>
        <Tabs
          label={words.theme}
          options={themes.map(value => ({ value, label: words[value] }))}
          value={theme}
          onChange={choose}
        />
      </FoldBody>
    </Fold>
  )
}
