/*
 * Runs before anything is drawn: notes whether the browser is too old for the app, gives the page its language, and puts
 * the splash up, at the first load of a session and at every launch of the installed app. src/app/start/splash.ts takes
 * it down; nothing waits for it. Written in ES5, because a browser that is too old must be able to run it.
 */
;(function () {
  var page = document.documentElement

  // Safari has such patterns since 16.4, Chrome such selectors since 105.
  var isSupported = false
  try {
    isSupported = RegExp('(?<=a)b').test('ab') && CSS.supports('selector(:has(a))')
    // oxlint-disable-next-line no-unused-vars -- ES5 has no catch without a name
  } catch (failure) {
    // It has no such patterns, or no CSS.supports.
  }
  if (!isSupported) page.dataset.tooOld = ''

  // As src/messages/languages.ts picks it, so that the page reads in its direction from the first paint.
  var asked = (localStorage.getItem('language') || navigator.language)
    .toLowerCase()
    .split(/[^a-z]/)[0]
  page.lang = asked === 'fr' || asked === 'ar' ? asked : 'en'
  page.dir = asked === 'ar' ? 'rtl' : 'ltr'

  var isInstalled = matchMedia('(display-mode: standalone)').matches || navigator.standalone
  var arrival = performance.getEntriesByType('navigation')[0]
  var isLaunch =
    isInstalled &&
    !(arrival && arrival.type === 'reload') &&
    sessionStorage.getItem('pwa_session_active') === null
  if (isLaunch || sessionStorage.getItem('splash_shown_this_session') === null) {
    page.dataset.splash = String(Date.now())
  }
})()
