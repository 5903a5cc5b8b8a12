import { pathOf, type AppFile } from '../lib/worker/media.ts'

/** The app's only page. */
export const page = '/index.html'

/**
 * Whether an answer is the file of this version that was asked for. While several servers, or a cache before them, go from
 * one version to the next, the page can be that of another version, and a file that is not there yet can be answered
 * with the page. Stored as they are, the app would not start again until the next version.
 */
const isRightFile = async (
  files: readonly AppFile[],
  url: string,
  response: Response,
): Promise<boolean> => {
  if (!response.ok) return false
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
  if (pathOf(url) !== page) return !isPage
  const ours = new Set(files.map(file => pathOf(file.url)))
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  return named.every(path => ours.has(path))
}

/** Returns the answer if it is the file of this version that was asked for, else throws. */
export const rightFile = async (
  files: readonly AppFile[],
  url: string,
  response: Response,
): Promise<Response> => {
  if (await isRightFile(files, url, response)) return response
  throw new TypeError(
    `${url} was answered with ${response.status}, and not with this version of it.`,
  )
}
