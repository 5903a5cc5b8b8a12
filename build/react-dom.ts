import type { Cut } from './cut.ts'

/**
 * What the build leaves out of React DOM: what only elements and calls need that the app does not have. Its unit tests
 * run on the whole package, and the tests in Chromium on this.
 */
export const reactDom: Cut = {
  module: 'react-dom/cjs/react-dom-client.production.js',
  constants: {
    // Nothing is hydrated, because all is painted in the browser.
    isHydrating: '!1',
    hydrationParentFiber: 'null',
    nextHydratableInstance: 'null',
    hydrationErrors: 'null',
    // There are no view transitions.
    shouldStartViewTransition: '!1',
    viewTransitionMutationContext: '!1',
    inUpdateViewTransition: '!1',
    rootViewTransitionAffected: '!1',
    pendingViewTransition: 'null',
    pendingViewTransitionEvents: 'null',
    // No form has a function as its action.
    needsFormReset: '!1',
  },
  results: {
    popHydrationState: '!1',
    // Forms again.
    extractEvents$1: 'void 0',
    // No fragment has a ref, and no element is the page's own invention.
    isFragmentInstanceParent: '!1',
    isCustomElement: '!1',
    // Style sheets and scripts are in the page. Only titles and descriptions come from screens.
    getResource: 'null',
    isHostHoistableType:
      "1 !== hostContext && null == props.itemProp && ('title' === type || 'meta' === type)",
    // Errors are shown without the components that they came through.
    getStackByFiberInDevAndProd: "''",
  },
  functions: [
    // Hydration
    'prepareToHydrateHostInstance',
    'throwOnHydrationMismatch',
    'updateDehydratedSuspenseComponent',
    'queueIfContinuousEvent',
    'attemptExplicitHydrationTarget',
    // useActionState, useOptimistic, useTransition, and forms that act
    'mountActionState',
    'updateActionState',
    'rerenderActionState',
    'dispatchActionState',
    'updateOptimisticImpl',
    'dispatchOptimisticSetState',
    'startHostTransition',
    'requestFormReset$1',
    // Style sheets and scripts of screens, and what react-dom exports to load them early
    'acquireResource',
    'suspendResource',
    'preloadResourceAndSuspendIfNeeded',
    'suspendInstance',
    'prefetchDNS',
    'preconnect',
    'preload',
    'preloadModule',
    'preinitScript',
    'preinitStyle',
    'preinitModuleScript',
    // The page's own elements, and view transitions
    'setPropOnCustomElement',
    'createViewTransitionInstance',
  ],
  prototypes: ['FragmentInstance', 'ViewTransitionPseudoElement'],
  // Profilers, dehydrated boundaries, lists of suspense, html and body, view transitions, activities
  tags: [12, 18, 19, 27, 30, 31],
  // Which commits could start a view transition.
  texts: [['(lanes & 335544064) === lanes', '!1', 4]],
}
