/** Everything that the page takes from outside. */
export interface OfficeEnv {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The cookie of the XSRF pair; '' before the server's first answer. */
  readonly csrfToken: () => string
  /** The language of the browser. */
  readonly browserLanguage: string
  readonly readLanguage: () => string | null
  readonly keepLanguage: (language: string) => void
  readonly setPage: (page: {
    readonly language: string
    readonly direction: 'ltr' | 'rtl'
    readonly title: string
  }) => void
  /** A new UUID. */
  readonly uuid: () => string
  /** Opens the browser's dialog for printing. */
  readonly print: () => void
  /** The token in the address of the first administrator's link; '' in any other. */
  readonly firstToken: string
}
