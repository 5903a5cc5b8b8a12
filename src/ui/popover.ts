/* oxlint-disable no-restricted-properties -- the one place that uses popovers, and only where the browser has them */

/** Whether this browser has popovers: Chrome since 114, Safari since 17. */
export const hasPopovers = (): boolean => 'showPopover' in HTMLElement.prototype

/** Opens or closes a popover; does nothing where the browser has none. */
export const togglePopover = (element: HTMLElement, isOpen: boolean): void => {
  if (!hasPopovers() || element.matches(':popover-open') === isOpen) return
  if (isOpen) element.showPopover()
  else element.hidePopover()
}
