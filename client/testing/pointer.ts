/**
 * Makes `click`, `fill` and `clear` of locators cheap. The provider asks the browser some fifteen questions for each press. Here the
 * page answers them itself, and only the press goes through the browser, with the same effects as that of a visitor's mouse. One file
 * took 11.4 s of the processor and takes 7.0.
 */
import { vi } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    pressMouse: (x: number, y: number) => Promise<void>;
  }
}

/** Milliseconds after which an action fails. Generous, as `expect.poll` is: only what is wrong takes so long. */
const patience = 30_000;
/** Milliseconds between two tries. */
const pause = 20;

// Taken at the start, because a test may replace them by its own clock.
const { setTimeout, clearTimeout, requestAnimationFrame } = window;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const underWay = new Set<string>();

/** Returns the actions that have not ended. At the end of a test there are none, or an `await` is missing. */
export function actionsUnderWay(): string[] {
  return [...underWay];
}

/** What keeps an element from being pressed or filled; null if it was. */
type Obstacle = string | null;

/** Repeats an action until nothing is in its way. Fails with the last obstacle when that takes too long. */
async function act(
  verb: string,
  locator: Locator,
  attempt: (element: Element) => Obstacle | Promise<Obstacle>,
  limit = patience,
) {
  const name = `${locator.asLocator()} to be ${verb}`;
  let obstacle: Obstacle = 'gets no frame or no answer';
  let isOver = false;
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    expiry.reject(new Error(`Waited ${limit / 1000} s for ${name}, which ${obstacle}.`));
  }, limit);
  const attempts = async () => {
    while (!isOver) {
      const element = locator.query();
      obstacle = element ? await attempt(element) : 'is not there';
      if (obstacle === null) return;
      // A test with its own clock waits for what its clock brings, too.
      if (vi.isFakeTimers()) vi.advanceTimersByTime(pause);
      await wait(pause);
    }
  };
  underWay.add(name);
  try {
    await Promise.race([attempts(), expiry.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    underWay.delete(name);
  }
}

/** Tells elements apart in messages. */
function describe(element: EventTarget | null): string {
  return element instanceof Element ? (element.cloneNode() as Element).outerHTML.slice(0, 200) : 'nothing';
}

function stateOf(element: Element): Obstacle {
  const control = element.closest('label')?.control ?? element;
  const { width, height } = element.getBoundingClientRect();
  if (width * height === 0 || !element.checkVisibility({ visibilityProperty: true })) return 'is not visible';
  if (control.matches(':disabled') || control.closest('[aria-disabled="true"]')) return 'is disabled';
  return null;
}

/** The least height of the part that is pressed, in pixels: under the mouse a button moves by less. */
const leastHeight = 8;

/** Returns the middle of the part that is in the window; null if too little is. */
function visibleMiddle(element: Element) {
  const [box] = [...element.getClientRects()].filter(({ width, height }) => width * height > 0.99);
  if (!box) return null;
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, window.innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  const isEnough = left < right && bottom - top > Math.min(leastHeight, box.height) - 0.01;
  return isEnough ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
}

/** Returns the point of `element` at which a press reaches `target`, or what covers it. */
function pointToPress(element: Element, target: Element) {
  const point = visibleMiddle(element);
  const hit = point && document.elementFromPoint(point.x, point.y);
  return target.contains(hit) && point ? point : `is covered by ${describe(hit)}`;
}

/**
 * Presses the page. Before the page hears of the press, checks that it reaches `target`, because something may have moved meanwhile, and
 * afterwards that no move between press and release has cost the click.
 */
async function pressAt({ x, y }: { x: number; y: number }, target: Element): Promise<Obstacle> {
  const unheard = 'was not reached by the press';
  let obstacle: Obstacle = unheard;
  let isClicked = false;
  const { left, top } = target.getBoundingClientRect();
  const check = (event: Event) => {
    if (event.type === 'click' && target.contains(event.target as Node)) isClicked = true;
    if (event.type === 'pointerdown')
      obstacle = target.contains(event.target as Node) ? null : `was covered by ${describe(event.target)}`;
    if (obstacle === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const type of types) window.addEventListener(type, check, { capture: true });
  // The tests run in a frame, and the mouse moves over the page around it.
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0, width: window.innerWidth };
  const scale = frame.width / window.innerWidth;
  try {
    await commands.pressMouse(frame.left + x * scale, frame.top + y * scale);
    // A busy page may hear of it later. Pressed again meanwhile, what opens would close.
    for (let frames = 0; frames < 600 && obstacle === unheard; frames += 1) await nextFrame();
    for (let frames = 0; frames < 20 && obstacle === null && !isClicked; frames += 1) await nextFrame();
  } finally {
    for (const type of types) window.removeEventListener(type, check, { capture: true });
  }
  const after = target.getBoundingClientRect();
  const hasMoved = target.isConnected && (after.left !== left || after.top !== top);
  return obstacle ?? (hasMoved && !isClicked ? 'moved away under the press' : null);
}

async function tryPress(element: Element): Promise<Obstacle> {
  const target = element.matches('input, textarea, select')
    ? element
    : (element.closest('button, a, summary, [role=button], [role=link]') ?? element);
  const state = stateOf(element) ?? stateOf(target);
  if (state) return state;
  const before = element.getBoundingClientRect();
  await nextFrame();
  const after = element.getBoundingClientRect();
  if (JSON.stringify(before) !== JSON.stringify(after)) return 'is moving';
  let point = pointToPress(element, target);
  if (typeof point === 'string') {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    point = pointToPress(element, target);
  }
  return typeof point === 'string' ? point : pressAt(point, target);
}

const typedInto = new Set(['text', 'email', 'number', 'password', 'search', 'tel', 'url']);

function tryFill(element: Element, text: string): Obstacle {
  const field = element.closest('label')?.control ?? element;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
    throw new Error(`Nothing can be typed into ${describe(field)}`);
  const state = stateOf(field);
  if (state) return state;
  if (field.readOnly) return 'is read-only';
  field.focus();
  if (field instanceof HTMLInputElement && !typedInto.has(field.type)) {
    // Past React's own setter, which would hide the change from it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return null;
  }
  field.select();
  // As typing does, it respects the greatest length, and the field sends its own events.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return null;
}

/** The methods that all locators have in common. */
const methods: Locator = Object.getPrototypeOf(page.getByRole('button'));
const { click, fill, clear } = methods;

/** Returns whether nothing is wanted that only the provider can do, such as a press at another point. */
const isPlain = (options: object = {}): options is { timeout?: number } =>
  Object.keys(options).every((name) => name === 'timeout');

methods.click = function (this: Locator, options) {
  return isPlain(options) ? act('pressed', this, tryPress, options?.timeout) : click.call(this, options);
};
methods.fill = function (this: Locator, text, options) {
  if (!isPlain(options)) return fill.call(this, text, options);
  return act('filled', this, (element) => tryFill(element, text), options?.timeout);
};
methods.clear = function (this: Locator, options) {
  if (!isPlain(options)) return clear.call(this, options);
  return act('cleared', this, (element) => tryFill(element, ''), options?.timeout);
};
