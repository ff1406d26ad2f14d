"""Every seeded fault, by the check that must find it.
Each is a small change of the clean page that a hurried author could make."""

from tests.a11y.seeds.fault import Seed
from tests.a11y.seeds.faults_course import COURSE_SEEDS
from tests.a11y.seeds.faults_figures import FIGURE_SEEDS
from tests.a11y.seeds.faults_page import PAGE_SEEDS
from tests.a11y.seeds.faults_use import USE_SEEDS

SEEDS: tuple[Seed, ...] = (*PAGE_SEEDS, *USE_SEEDS, *FIGURE_SEEDS, *COURSE_SEEDS)
