/**
 * Answers a press on a button of a stepper: raises or lowers the number beside it within its bounds, as an arrow key does. The page of an
 * invitation, whose form React does not bring to life, calls it for every press.
 */
export function step(press: Pick<Event, 'target' | 'stopPropagation'>) {
  const button = press.target instanceof Element ? press.target.closest<HTMLElement>('[data-step]') : null;
  const field = button?.parentElement?.querySelector('input');
  if (!button || !field) return;
  press.stopPropagation();
  if (button.dataset.step === 'up') field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
