/** The gallery's own page, without the rest of the app: no worker, no server. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

export default defineConfig({
  root: here,
  publicDir: `${root}public`,
  cacheDir: `${root}node_modules/.vite-gallery`,
  plugins: [react()],
  server: { port: 5199, strictPort: true, fs: { allow: [root] } },
})
