import { configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { demoPassword } from '../../server/demo/seed.ts'
import { OfficeApp } from '../../src/office/app.tsx'
import { createOfficeApi } from '../../src/office/office-api.ts'
import type { OfficeEnv } from '../../src/office/office-env.ts'
import { english } from '../../src/office/words/english.ts'
import { officeBrowser } from '../server/office/office-browser.ts'
import type { TestServer } from '../server/make-server.ts'

// A loaded machine answers late.
configure({ asyncUtilTimeout: 20_000 })

/* The office's page in a test: opened, signed in, and what it shows. Import page-dom.ts before. */

/** Opens the page at an address. `net.isDown` cuts the network, and `net.prints` counts. */
export const open = (server: TestServer, path = '/office', firstToken = '') => {
  history.replaceState(null, '', path)
  const net = { isDown: false, prints: 0 }
  const browser = officeBrowser(server)
  const env: OfficeEnv = {
    fetch: async (address, init) => {
      if (net.isDown) throw new TypeError('Failed to fetch')
      return browser.fetch(address, init)
    },
    csrfToken: () => browser.cookies.get('XSRF-TOKEN') ?? '',
    browserLanguage: 'en',
    readLanguage: () => null,
    keepLanguage: () => undefined,
    setPage: ({ title }) => {
      document.title = title
    },
    uuid: () => crypto.randomUUID(),
    print: () => {
      net.prints += 1
    },
    firstToken,
  }
  const first = { language: 'en' as const, words: english }
  render(<OfficeApp env={env} ask={createOfficeApi(env)} first={first} />)
  return { net, browser }
}

/** Signs in, with the demo's password by default. */
export const signIn = async (email: string, password = demoPassword) => {
  await userEvent.type(await screen.findByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Waits for a screen by its title. */
export const seen = (name: string) => screen.findByRole('heading', { level: 1, name })
/** The texts of the rows of a table, without its head. */
export const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent)
