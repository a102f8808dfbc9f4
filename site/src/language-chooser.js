(() => {
  const KEY = "language";

  /** A browser may keep nothing: the choice holds for this page. */
  const stored = (work) => {
    try {
      return work(localStorage);
    } catch {
      return null;
    }
  };

  const parts = (chooser) => ({
    tabs: [...chooser.querySelectorAll(":scope > [role=tablist] > [role=tab]")],
    panels: [...chooser.querySelectorAll(":scope > [data-language]")],
  });

  /** A chooser without the language stays as it is. */
  const show = (chooser, language) => {
    const { tabs, panels } = parts(chooser);
    if (!panels.some((panel) => panel.dataset.language === language)) return;
    for (const [index, panel] of panels.entries()) {
      const isShown = panel.dataset.language === language;
      panel.hidden = !isShown;
      tabs[index].setAttribute("aria-selected", String(isShown));
      tabs[index].tabIndex = isShown ? 0 : -1;
    }
  };

  /** Other choosers above may change their height: the tab stays where the reader sees it. */
  const choose = (tab) => {
    const before = tab.getBoundingClientRect().top;
    stored((storage) => storage.setItem(KEY, tab.textContent));
    for (const chooser of document.querySelectorAll("language-chooser")) show(chooser, tab.textContent);
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
    tab.focus({ preventScroll: true });
  };

  const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

  const onKey = (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.children];
    choose(tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]);
  };

  let count = 0;

  const tabOf = (panel, name) => {
    const tab = document.createElement("button");
    Object.assign(tab, { type: "button", id: `${name}-tab`, textContent: panel.dataset.language });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", name);
    tab.addEventListener("click", () => choose(tab));
    panel.id = name;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    return tab;
  };

  const makeTabs = (chooser) => {
    const { panels } = parts(chooser);
    count += 1;
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    list.addEventListener("keydown", onKey);
    list.append(...panels.map((panel, index) => tabOf(panel, `language-${count}-${index}`)));
    chooser.prepend(list);
    show(chooser, panels[0].dataset.language);
    show(
      chooser,
      stored((storage) => storage.getItem(KEY)),
    );
  };

  /** The last child of a chooser: by its time the others are there, and nothing is painted yet. */
  class ChooserEnd extends HTMLElement {
    connectedCallback() {
      makeTabs(this.parentElement);
      this.remove();
    }
  }

  customElements.define("chooser-end", ChooserEnd);
})();
