/**
 * The gallery: every component of src/ui in its states. `?scene=` chooses a page, `?theme=` the theme, `?dir=rtl`
 * the direction.
 */
import { createRoot } from 'react-dom/client'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { Card } from '../../src/ui/card.tsx'
import { List, ListRowBody, listRowClass } from '../../src/ui/list-row.tsx'
import { PageHeader } from '../../src/ui/page-header.tsx'
import { PageBody } from '../../src/ui/page.tsx'
import { ToastHost } from '../../src/ui/toast.tsx'
import type { Scene } from './scene.tsx'
import { actions } from './scenes/actions.tsx'
import { choices } from './scenes/choices.tsx'
import { dashboard } from './scenes/dashboard.tsx'
import { data } from './scenes/data.tsx'
import { dialogs } from './scenes/dialogs.tsx'
import { feedback } from './scenes/feedback.tsx'
import { fields } from './scenes/fields.tsx'
import { fill } from './scenes/fill.tsx'
import { login } from './scenes/login.tsx'
import { navigation } from './scenes/navigation.tsx'
import { settings } from './scenes/settings.tsx'
import { submissions } from './scenes/submissions.tsx'

const scenes: readonly Scene[] = [
  actions,
  fields,
  choices,
  data,
  feedback,
  dialogs,
  navigation,
  login,
  dashboard,
  fill,
  submissions,
  settings,
]

const query = new URLSearchParams(location.search)
const theme = query.get('theme')
if (theme) document.documentElement.dataset.theme = theme
document.documentElement.dir = query.get('dir') ?? 'ltr'

function hrefOf(changes: Record<string, string>): string {
  return `?${new URLSearchParams({ ...Object.fromEntries(query), ...changes })}`
}

function Contents() {
  const themes = ['light', 'dark', 'sunlight']
  return (
    <>
      <PageHeader title="Gallery" />
      <PageBody>
        <Card flush>
          <List>
            {scenes.map(scene => (
              <li key={scene.key}>
                <a className={listRowClass()} href={hrefOf({ scene: scene.key })}>
                  <ListRowBody title={scene.title} leads />
                </a>
              </li>
            ))}
          </List>
        </Card>
        <Card flush>
          <List>
            {themes.map(name => (
              <li key={name}>
                <a className={listRowClass()} href={hrefOf({ theme: name })}>
                  <ListRowBody title={name} leads />
                </a>
              </li>
            ))}
          </List>
        </Card>
      </PageBody>
    </>
  )
}

function Shown({ scene }: { scene: Scene }) {
  const back = { label: 'Back', onPress: () => location.assign(hrefOf({ scene: '' })) }
  if (scene.isScreen) return <scene.Body />
  return (
    <>
      <PageHeader title={scene.title} back={back} />
      <PageBody under="tabs">
        <scene.Body />
      </PageBody>
    </>
  )
}

const chosen = scenes.find(scene => scene.key === query.get('scene'))
const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <>
      <main>{chosen ? <Shown scene={chosen} /> : <Contents />}</main>
      <ToastHost label="Notifications" maxVisible={3} />
    </>,
  )
}
