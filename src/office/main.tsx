import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import './office.css'
import { OfficeApp } from './app.tsx'
import { createOfficeEnv } from './office-env.browser.ts'
import { createOfficeApi } from './office-api.ts'
import { languageFor } from '../messages/languages.ts'
import { loadOfficeWords } from './words/load-office-words.ts'

/** Connects the page with the browser. */
const start = async (root: Element): Promise<void> => {
  const env = createOfficeEnv()
  const language = languageFor(env.readLanguage(), env.browserLanguage)
  const words = await loadOfficeWords(language)
  const ask = createOfficeApi(env)
  createRoot(root).render(<OfficeApp env={env} ask={ask} first={{ language, words }} />)
}

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root.')
void start(root)
