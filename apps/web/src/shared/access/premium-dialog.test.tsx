import type { AccessDenied } from '@butaca/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LogoArt, PremiumDialog } from './premium-dialog.tsx';

const denial: AccessDenied = {
  title: 'Contenido Premium',
  error: 'Acceso denegado',
  message: 'Tu plan actual no permite acceder a este contenido.',
  currentPlan: 'gplay',
  requiredPlans: ['cinefilo', 'premium'],
  upgradeMessage: 'Actualiza tu plan.',
  trialMessage: '',
  trialMinutesRemaining: 0,
  trialUsedToday: 0,
  code: 'plan.required',
  requestId: '',
};

async function open(given: Partial<AccessDenied> = {}) {
  const [onClose, onUseTrial] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(<PremiumDialog denied={{ ...denial, ...given }} onClose={onClose} onUseTrial={onUseTrial} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Contenido Premium' }));
  return { dialog, onClose, onUseTrial, user: userEvent.setup() };
}

const listPlans = () =>
  screen.getAllByRole('definition').map(({ children }) => [...children].map((plan) => plan.textContent));

describe('the premium dialog', () => {
  it('shows the person’s plan, the plans that open the item, and what to do', async () => {
    const { dialog } = await open();
    expect(listPlans()).toEqual([['GPlay'], ['Cinéfilo', 'Premium']]);
    dialog.getByText('Tu plan actual no permite acceder a este contenido.');
    dialog.getByText('Actualiza tu plan.');
  });

  it('shows an older plan key under the plan’s present name', async () => {
    await open({ currentPlan: 'gratuito', requiredPlans: ['premium'] });
    expect(listPlans()).toEqual([['GPlay'], ['Premium']]);
  });

  it('offers no trial when no minute of it is left, and says why', async () => {
    const { dialog } = await open({ trialMessage: 'Ya usaste tu prueba de hoy.' });
    dialog.getByText('Ya usaste tu prueba de hoy.');
    expect(dialog.queryByRole('button', { name: 'Usar Prueba Gratuita' })).toBeNull();
    expect(dialog.queryByRole('progressbar')).toBeNull();
  });

  it('says in the singular that one minute of the trial is left', async () => {
    const { dialog } = await open({ trialMinutesRemaining: 1, trialUsedToday: 14 });
    dialog.getByText('Te queda 1 minuto de prueba hoy. Ya usaste 14.');
  });

  it('offers the trial with the minutes that are left', async () => {
    const { dialog, user, onUseTrial, onClose } = await open({
      trialMinutesRemaining: 15,
      trialUsedToday: 45,
    });
    dialog.getByText('Te quedan 15 minutos de prueba hoy. Ya usaste 45.');
    const bar = dialog.getByRole('progressbar', { name: 'Prueba de hoy que queda' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    await user.click(dialog.getByRole('button', { name: 'Usar Prueba Gratuita' }));
    expect([onUseTrial.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  });

  it('shows the server’s sentence about the trial when there is one', async () => {
    const { dialog } = await open({ trialMinutesRemaining: 60, trialMessage: 'Una hora gratis cada día.' });
    expect(dialog.getAllByText('Una hora gratis cada día.')).toHaveLength(1);
    expect(dialog.queryByText(/Te quedan/)).toBeNull();
  });

  it.each(['Cancelar', 'Entendido', 'Cerrar'])('closes with «%s»', async (name) => {
    const { dialog, user, onClose } = await open();
    await user.click(dialog.getByRole('button', { name }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('the logo of a channel in the premium dialog', () => {
  it('is shown on the channel’s colour', () => {
    const { container } = render(<LogoArt name="Liga Sur" logoUrl="/logo.webp" colour="#123456" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/logo.webp');
    expect((container.firstElementChild as HTMLElement).style.getPropertyValue('--tint')).toBe('#123456');
  });

  it('is replaced by a drawing of the channel’s name when it is missing or does not load', () => {
    const { container, rerender } = render(<LogoArt name="Liga Sur" />);
    expect(container.textContent).toBe('Liga Sur');
    rerender(<LogoArt name="Liga Sur" logoUrl="/logo.webp" />);
    fireEvent.error(container.querySelector('img') ?? container);
    expect(container.textContent).toBe('Liga Sur');
    rerender(<LogoArt name="Liga Sur" logoUrl="/otro.webp" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/otro.webp');
  });
});
