import { useState } from 'react'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Checkbox } from '../../../src/ui/choices/checkbox.tsx'
import { PageBody, Stack } from '../../../src/ui/pages/page.tsx'
import { PasswordField } from '../../../src/ui/inputs/password-field.tsx'
import { TextField } from '../../../src/ui/inputs/text-field.tsx'
import type { Scene } from '../scene.tsx'

function Body() {
  const [isRemembered, setRemembered] = useState(true)
  return (
    <PageBody centred>
      <Stack gap="s">
        <img src="/default-logo.svg" alt="" width="72" height="72" />
        <h1 style={{ fontSize: 'var(--text-2xl)' }}>Transect</h1>
        <p style={{ color: 'var(--ink-muted)' }}>Login to continue</p>
      </Stack>
      <Stack gap="l">
        <TextField label="Email" type="email" autoComplete="username" />
        <PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" />
        <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          <Checkbox label="Remember me" checked={isRemembered} onChange={setRemembered} />
          <a href="?">Forgot Password?</a>
        </div>
        <Button full softDisabled>
          Log In
        </Button>
      </Stack>
    </PageBody>
  )
}

export const login: Scene = { key: 'login', title: 'A whole screen: login', Body, isScreen: true }
