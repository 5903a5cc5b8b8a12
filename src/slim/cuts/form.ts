import { membersOf, type Cut } from './cut.ts'

/*
 * What the build leaves out of TanStack Form. Only fill-form.ts uses it: it sets, reads and follows values. Fields,
 * groups, validation and submitting are the app's own, so that nothing has metadata.
 */
const formApi: Cut = {
  module: '@tanstack/form-core/dist/esm/FormApi.js',
  functions: ['normalizeError', 'getErrorMapKey'],
  members: membersOf(
    'FormApi',
    `mount reset validateAllFields validateArrayFieldsStartingFrom validateField validateSync validateAsync validate
    _handleSubmit getFieldValue getFieldMeta getFormGroupMeta getFieldInfo setFieldMeta resetFieldMeta deleteField
    pushFieldValue insertFieldValue replaceFieldValue removeFieldValue swapFieldValues moveFieldValues
    clearFieldValues resetField setErrorMap getAllErrors parseValuesWithSchema parseValuesWithSchemaAsync
    formGroupMetaDerived runValidator`,
  ),
  texts: [
    ['this.handleSubmit = this.handleSubmit.bind(this);', ''],
    ['opts?.formId ?? uuid()', 'opts?.formId'],
    ['if (opts?.transform) {', 'if (!1) {'],
    ['if (shouldUpdateValues) {\n        const helper', 'if (!1) {\n        const helper'],
    // fill-form.ts turns these off.
    ['if (!dontUpdateMeta) {', 'if (!1) {'],
    ['if (!dontRunListeners) {', 'if (!1) {'],
    ['if (!dontValidate) {', 'if (!1) {', 8],
  ],
  passages: [
    // What fields there are and how they are: none.
    ['let originalMetaCount = 0;', 'this.formGroupMetaDerived = ', 'return {};\n});\n'],
  ],
}

/** What is made when the module is read, for identifiers and developers' tools. */
const utils: Cut = {
  module: '@tanstack/form-core/dist/esm/utils.js',
  texts: [
    ['while (IDX--) {', 'while (!1) {'],
    ['throttleFormState = liteThrottle(', 'throttleFormState = /* @__PURE__ */ liteThrottle('],
  ],
}

/** What the build leaves out of the form library. */
export const form: readonly Cut[] = [formApi, utils]
