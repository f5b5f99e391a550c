import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { translate } from '../testing/pretend-programs.ts';
import { bearOtherPrograms } from './other-programs.ts';

beforeAll(bearOtherPrograms);

let stop = () => {};
beforeEach(() => {
  stop = translate();
});
afterEach(() => stop());

/** Waits until the translator has translated a text, and returns the element that shows it. */
async function untilTranslated(text: string): Promise<Element> {
  const find = () => [...document.querySelectorAll('font > font')].find((font) => font.textContent === text);
  await expect.poll(find).toBeDefined();
  return find() as Element;
}

test('A translated text that shares its parent goes without an error, and leaves nothing behind.', async () => {
  const Age = ({ isSure }: { isSure: boolean }) => (
    <p data-testid="age">
      {!isSure && 'almost '}
      <strong>53</strong> years
    </p>
  );
  const screen = await render(<Age isSure={false} />);
  await untilTranslated('almost ');
  await screen.rerender(<Age isSure />);
  expect(screen.getByTestId('age').element().textContent).toBe('53 years');
  await screen.rerender(<Age isSure={false} />);
  await untilTranslated('almost ');
  expect(screen.getByTestId('age').element().textContent).toBe('almost 53 years');
});

test('An element comes before a translated text.', async () => {
  const Photo = ({ isBusy }: { isBusy: boolean }) => (
    <p data-testid="photo">
      {isBusy && <b>…</b>}
      Choose a photo
      <i>!</i>
    </p>
  );
  const screen = await render(<Photo isBusy={false} />);
  await untilTranslated('Choose a photo');
  await screen.rerender(<Photo isBusy />);
  expect(screen.getByTestId('photo').element().textContent).toBe('…Choose a photo!');
});

test('A translated text that changes is shown anew, and translated anew.', async () => {
  const Count = ({ dogs }: { dogs: number }) => (
    <p data-testid="count">
      <b>Pack:</b> {dogs} dogs
    </p>
  );
  const screen = await render(<Count dogs={2} />);
  await untilTranslated('2');
  await screen.rerender(<Count dogs={3} />);
  await untilTranslated('3');
  expect(screen.getByTestId('count').element().textContent).toBe('Pack: 3 dogs');
  await screen.rerender(<Count dogs={4} />);
  await untilTranslated('4');
  expect(screen.getByTestId('count').element().textContent).toBe('Pack: 4 dogs');
});

test('A text that a translator replaced in two steps goes as well.', async () => {
  stop();
  const screen = await render(
    <p data-testid="steps">
      {'almost '}
      <b>53</b>
    </p>,
  );
  const [text] = screen.getByTestId('steps').element().childNodes;
  const font = document.createElement('font');
  font.textContent = 'fast ';
  text?.before(font);
  text?.remove();
  await screen.rerender(
    <p data-testid="steps">
      {false}
      <b>53</b>
    </p>,
  );
  expect(screen.getByTestId('steps').element().textContent).toBe('53');
});

test('An element that another program wrapped goes, and what comes before it finds its place.', async () => {
  const Field = ({ has }: { has: readonly string[] }) => (
    <p data-testid="field">
      {has.map((name) => (
        <b key={name}>{name}</b>
      ))}
    </p>
  );
  const screen = await render(<Field has={['name', 'size']} />);
  const wrapper = document.createElement('span');
  const size = screen.getByText('size').element();
  size.closest('b')?.replaceWith(wrapper);
  wrapper.append(size.closest('b') ?? size);
  await screen.rerender(<Field has={['name', 'breed', 'size']} />);
  expect(screen.getByTestId('field').element().textContent).toBe('namebreedsize');
  await screen.rerender(<Field has={['name', 'breed']} />);
  expect(screen.getByTestId('field').element().textContent).toBe('namebreed');
});
