import type { BrowserContext, Page } from 'playwright'

/** Records what must never happen in our pages: a foreign script, a dialog, a violation of the policy. */
export interface Watch {
  /** The incidents so far, oldest first. */
  readonly incidents: () => readonly string[]
}

/** The function that a foreign script would call. */
const alarm = 'transectAlarm'

/** Watches every page of a browser from now on. */
export const watchForScripts = async (context: BrowserContext): Promise<Watch> => {
  const incidents: string[] = []
  await context.exposeBinding(alarm, ({ page }, payload: string) => {
    incidents.push(`executed ${payload} on ${page.url()}`)
  })
  await context.exposeBinding('reportViolation', ({ page }, text: string) => {
    incidents.push(`policy: ${text} on ${page.url()}`)
  })
  await context.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
    document.addEventListener('securitypolicyviolation', event => {
      reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  const watch = (page: Page) =>
    page.on('dialog', dialog => {
      // Our own dialog: unsaved work asks before its page is left.
      if (dialog.type() === 'beforeunload') return void dialog.accept()
      incidents.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  return { incidents: () => incidents }
}

/** Texts that run as a script if they are used as markup, an address or code. */
export const payloads: readonly string[] = [
  `<script>${alarm}('script')</script>`,
  `<img src=x onerror="${alarm}('img')">`,
  `"><svg onload="${alarm}('svg')">`,
  `'><iframe srcdoc="<script>parent.${alarm}('srcdoc')</script>">`,
  `javascript:${alarm}('address')`,
  `</title></textarea></style><script>${alarm}('ended')</script>`,
  `<a href="javascript:${alarm}('link')" autofocus onfocus="${alarm}('focus')">x</a>`,
  `<details open ontoggle="${alarm}('toggle')">`,
  `{{constructor.constructor("${alarm}('template')")()}}`,
  `\${${alarm}('literal')}`,
  `<math><mtext></form><form><mglyph><style></math><img src=x onerror=${alarm}('mutated')>`,
  `&lt;img src=x onerror=${alarm}('entity')&gt;`,
  `\u202E<b onmouseover=${alarm}('direction')>`,
  `__proto__`,
]

/** The keys of our API whose texts are shown to a surveyor. */
const shownKeys: ReadonlySet<string> = new Set([
  'title',
  'name',
  'label',
  'help_text',
  'description',
  'placeholder',
  'form_name',
  'full_name',
  'first_name',
  'last_name',
  'phone_number',
  'address',
  'organization_name',
  'message',
  'value',
])

/** An answer of the API with a payload in front of every displayed text. Identifiers stay unchanged. */
export const poisoned = (body: unknown, next: () => string, key = ''): unknown => {
  if (Array.isArray(body)) return body.map(entry => poisoned(entry, next, key))
  if (typeof body === 'object' && body !== null) {
    // The value of an option is sent; its label is displayed.
    const isOption = 'label' in body && 'value' in body && !('id' in body)
    return Object.fromEntries(
      Object.entries(body).map(([inner, value]) => [
        inner,
        isOption && inner === 'value' ? (value as unknown) : poisoned(value, next, inner),
      ]),
    )
  }
  return typeof body === 'string' && shownKeys.has(key) ? `${next()} ${body}` : body
}
