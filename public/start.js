/*
 * Runs before anything is drawn, and puts the splash up: at the first load of a session and at every launch
 * of the installed app. src/app/start/splash.ts takes it down; nothing waits for it.
 */
{
  const isInstalled = matchMedia('(display-mode: standalone)').matches || navigator.standalone
  const [arrival] = performance.getEntriesByType('navigation')
  const isLaunch =
    isInstalled &&
    arrival?.type !== 'reload' &&
    sessionStorage.getItem('pwa_session_active') === null
  if (isLaunch || sessionStorage.getItem('splash_shown_this_session') === null) {
    document.documentElement.dataset.splash = String(Date.now())
  }

  // As src/messages/languages.ts picks it, so that the page reads in its direction from the first paint.
  const [asked] = (localStorage.getItem('language') ?? navigator.language)
    .toLowerCase()
    .split(/[^a-z]/)
  const language = ['fr', 'ar'].includes(asked) ? asked : 'en'
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
}
