/** Registers the service worker once the page has loaded: the first visit is not slowed down by it. */
export const registerWorker = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/worker.js', { type: 'classic' })
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
